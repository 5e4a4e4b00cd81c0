from django.urls import path

from clubs import views
from clubs.pages import access, club, evenings, files, me, members, merging

app_name = "clubs"

urlpatterns = [
    path("settings/", views.settings, name="settings"),
    path("settings/about-me/", me.about_me, name="about_me"),
    path("settings/access/", access.access_page, name="access"),
    path("settings/sessions/<int:session>/end/", me.end_session, name="end_session"),
    path("settings/erase/", me.erase, name="erase"),
    path("clubs/", club.index, name="list"),
    path("clubs/new/", club.new, name="new"),
    path("clubs/invitation/<str:token>/", members.invitation, name="invitation"),
    path("clubs/<slug:key>/", club.detail, name="detail"),
    path("clubs/<slug:key>/join/", club.join, name="join"),
    path("clubs/<slug:key>/leave/", club.leave, name="leave"),
    path("clubs/<slug:key>/describe/", club.describe, name="describe"),
    path("clubs/<slug:key>/rules/", club.rules, name="rules"),
    path("clubs/<slug:key>/roles/", club.who_may_what, name="roles"),
    path("clubs/<slug:key>/history/", club.what_happened, name="history"),
    path("clubs/<slug:key>/members/", members.members, name="members"),
    path("clubs/<slug:key>/members/add/", members.add, name="add"),
    path("clubs/<slug:key>/members/import/", files.choose, name="import_choose"),
    path("clubs/<slug:key>/members/import/<slug:draft>/", files.look, name="import"),
    path("clubs/<slug:key>/members/as/<slug:kind>/", files.take_along, name="export"),
    path("clubs/<slug:key>/members/<slug:member>/", members.member, name="member"),
    path("clubs/<slug:key>/members/<slug:member>/merge/", merging.merge, name="merge"),
    path("clubs/<slug:key>/office/", members.office, name="office"),
    path("clubs/<slug:key>/evenings/", evenings.index, name="evenings"),
    path("clubs/<slug:key>/evenings/<slug:evening>/", evenings.evening, name="evening"),
]
