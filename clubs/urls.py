from django.urls import path

from clubs import views

app_name = "clubs"

urlpatterns = [
    path("settings/", views.settings, name="settings"),
]
