from __future__ import annotations

from django.urls import path

from tournaments import (
    archive_pages,
    calendars,
    card_pages,
    club_pages,
    desk_pages,
    hall_desk,
    hall_pages,
    history_pages,
    manage_pages,
    plan_pages,
    rollback_pages,
    ruling_pages,
    views,
    watching_pages,
)
from tournaments.deal_pages import deal_urls

app_name = "tournaments"

urlpatterns = [
    path("tournaments/", views.index, name="list"),
    path("tournaments/new/", manage_pages.new, name="new"),
    path("tournaments/<slug:key>/", views.detail, name="detail"),
    path("tournaments/<slug:key>/calendar.ics", calendars.calendar, name="calendar"),
    path("feeds/<str:token>/rikken.ics", calendars.feed, name="feed"),
    path("tournaments/<slug:key>/lobby/", views.lobby_page, name="lobby"),
    path("tournaments/<slug:key>/standings/", views.standings, name="standings"),
    path(
        "tournaments/<slug:key>/boards/<slug:session>/<int:number>/",
        views.board,
        name="board",
    ),
    path("tournaments/<slug:key>/card/", views.card, name="card"),
    path("tournaments/<slug:key>/play/", views.play, name="play"),
    path("tournaments/<slug:key>/where/", views.where, name="where"),
    path("tournaments/<slug:key>/call/", desk_pages.call, name="call"),
    path("tournaments/<slug:key>/enter/", views.enter, name="enter"),
    path("tournaments/<slug:key>/withdraw/", views.withdraw, name="withdraw"),
    path("tournaments/<slug:key>/manage/", manage_pages.manage, name="manage"),
    path(
        "tournaments/<slug:key>/tables/<slug:table_id>/back/",
        rollback_pages.rollback,
        name="rollback",
    ),
    path("tournaments/<slug:key>/desk/", desk_pages.page, name="desk"),
    path("tournaments/<slug:key>/manage/tables/", plan_pages.page, name="plan"),
    path("tournaments/<slug:key>/rulings/", ruling_pages.page, name="rulings"),
    path("tournaments/<slug:key>/history/", history_pages.history, name="history"),
    path("tournaments/<slug:key>/archive.zip", archive_pages.download, name="archive"),
    path("tournaments/<slug:key>/hall/", watching_pages.hall, name="hall"),
    path(
        "embed/tournaments/<slug:key>/standings/",
        watching_pages.embed_standings,
        name="embed_standings",
    ),
    path(
        "embed/tournaments/<slug:key>/table/", watching_pages.embed_featured, name="embed_featured"
    ),
    path("tournaments/<slug:key>/results/", hall_desk.results, name="results"),
    path("tournaments/<slug:key>/manage/<int:number>/codes/", hall_desk.codes, name="hall_codes"),
    path("tournaments/<slug:key>/manage/<int:number>/<int:table>/", hall_desk.grid, name="grid"),
    path(
        "tournaments/<slug:key>/manage/<int:number>/<slug:kind>.pdf", hall_desk.paper, name="paper"
    ),
    path("tournaments/<slug:key>/manage/cards/", card_pages.take, name="take_cards"),
    path(
        "tournaments/<slug:key>/boards/<slug:session>/hands.pdf",
        card_pages.hand_records,
        name="hand_records",
    ),
    path("hall-table/<str:token>/", hall_pages.join, name="hall_join"),
    path("at-table/", hall_pages.page, name="device"),
    path("at-table/send/", hall_pages.send, name="device_send"),
    path("at-table/late/", hall_pages.late, name="device_late"),
    path(
        "clubs/<slug:club>/evenings/<slug:evening>/tournament/",
        club_pages.of_evening,
        name="of_evening",
    ),
    path("clubs/<slug:key>/evenings/<slug:evening>/outcome/", club_pages.outcome, name="outcome"),
    path("clubs/<slug:key>/season/", club_pages.season, name="season"),
    *deal_urls,
]
