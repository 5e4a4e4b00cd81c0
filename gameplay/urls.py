from __future__ import annotations

from django.urls import path

from gameplay import board_pages, commentary, demo, embed_pages, report_pages, rule_pages, views

app_name = "gameplay"

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", rule_pages.rules_list, name="rules_list"),
    path("rules/<slug:slug>/", rule_pages.rules, name="rules"),
    path("tables/new/", views.table_new, name="table_new"),
    path("tables/<slug:table_id>/", views.table, name="table"),
    path("tables/<slug:table_id>/seat/", views.table_seat, name="table_seat"),
    path("tables/<slug:table_id>/leave/", views.table_leave, name="table_leave"),
    path("tables/<slug:table_id>/fill/", views.table_fill, name="table_fill"),
    path("tables/<slug:table_id>/invite/", views.table_invite, name="table_invite"),
    path(
        "tables/<slug:table_id>/boards/<int:board>/replay/",
        views.table_replay,
        name="table_replay",
    ),
    path("tables/<slug:table_id>/boards/<int:board>/", board_pages.board, name="board"),
    path("tables/<slug:table_id>/boards/<int:board>.svg", board_pages.svg, name="board_svg"),
    path("tables/<slug:table_id>/commentary/", commentary.commentary, name="commentary"),
    path("embed/tables/<slug:table_id>/", embed_pages.table, name="embed_table"),
    path("invitation/<slug:token>/", views.invitation, name="invitation"),
    path("reports/", report_pages.reports, name="reports"),
    path("demo/seat/", demo.take_seat, name="demo_seat"),
    path("demo/watch/", demo.watch, name="demo_watch"),
]
