from __future__ import annotations

from django.urls import path, re_path

from clubs.api.urls import CLUB, EVENING
from clubs.api.urls import urlpatterns as of_clubs
from tournaments.api import (
    calls,
    club_events,
    desk,
    documents,
    entering,
    hall,
    late,
    planning,
    rollback,
    rulings,
    table_codes,
    views,
    watching,
    writes,
)

app_name = "api"

TOURNAMENT = "tournaments/<slug:key>/"
ROUND = f"{TOURNAMENT}rounds/<int:number>/"

urlpatterns = [
    path("", documents.RootView.as_view(), name="root"),
    re_path(r"^schema/?$", documents.SchemaView.as_view(), name="schema"),
    re_path(r"^docs/?$", documents.DocsView.as_view(), name="docs"),
    path("tournaments/", writes.TournamentsView.as_view(), name="tournaments"),
    path(TOURNAMENT, writes.TournamentView.as_view(), name="tournament"),
    path(f"{TOURNAMENT}cancel/", writes.CancelView.as_view(), name="cancel"),
    path(f"{TOURNAMENT}values/confirm/", writes.ValuesConfirmView.as_view(), name="values_confirm"),
    path(
        f"{TOURNAMENT}registration/open/",
        writes.RegistrationOpenView.as_view(),
        name="registration_open",
    ),
    path(
        f"{TOURNAMENT}registration/close/",
        writes.RegistrationCloseView.as_view(),
        name="registration_close",
    ),
    path(f"{TOURNAMENT}entries/", writes.EntriesView.as_view(), name="entries"),
    # The key of an entry has no vowels.
    path(f"{TOURNAMENT}entries/house/", writes.HouseView.as_view(), name="entries_house"),
    path(f"{TOURNAMENT}entries/several/", entering.SeveralView.as_view(), name="entries_several"),
    path(f"{TOURNAMENT}entries/<slug:entry>/", views.EntryView.as_view(), name="entry"),
    path(
        f"{TOURNAMENT}entries/<slug:entry>/withdraw/",
        writes.WithdrawView.as_view(),
        name="withdraw",
    ),
    path(
        f"{TOURNAMENT}entries/<slug:entry>/place/",
        entering.PlaceView.as_view(),
        name="entry_place",
    ),
    path(f"{TOURNAMENT}seating/", writes.SeatingView.as_view(), name="seating"),
    path(f"{TOURNAMENT}seating/again/", writes.SeatingAgainView.as_view(), name="seating_again"),
    path(f"{TOURNAMENT}sessions/", views.SessionsView.as_view(), name="sessions"),
    path(f"{TOURNAMENT}rounds/", views.RoundsView.as_view(), name="rounds"),
    path(ROUND, views.RoundView.as_view(), name="round"),
    path(f"{ROUND}tables/", views.TablesView.as_view(), name="tables"),
    path(f"{ROUND}start/", writes.RoundStartView.as_view(), name="round_start"),
    path(f"{ROUND}pause/", writes.RoundPauseView.as_view(), name="round_pause"),
    path(f"{ROUND}resume/", writes.RoundResumeView.as_view(), name="round_resume"),
    path(f"{ROUND}extend/", writes.RoundExtendView.as_view(), name="round_extend"),
    path(f"{ROUND}close/", writes.RoundCloseView.as_view(), name="round_close"),
    path(f"{ROUND}give-up/", writes.RoundGiveUpView.as_view(), name="round_give_up"),
    path(f"{ROUND}codes/", table_codes.CodesView.as_view(), name="round_codes"),
    path(f"{ROUND}codes/end/", table_codes.RevokeView.as_view(), name="round_codes_end"),
    path(
        f"{TOURNAMENT}tables/<slug:table>/back/", rollback.RollBackView.as_view(), name="roll_back"
    ),
    path(f"{TOURNAMENT}boards/", views.BoardsView.as_view(), name="boards"),
    path(
        f"{TOURNAMENT}sessions/<slug:session>/boards/<int:number>/",
        views.BoardView.as_view(),
        name="board",
    ),
    path(f"{TOURNAMENT}games/", views.GamesView.as_view(), name="games"),
    path(f"{TOURNAMENT}games/<slug:game>/", views.GameView.as_view(), name="game"),
    path(f"{TOURNAMENT}tables/plan/", planning.PlanView.as_view(), name="tables_plan"),
    path(f"{TOURNAMENT}desk/", desk.DeskView.as_view(), name="desk"),
    path(f"{TOURNAMENT}calls/", calls.CallsView.as_view(), name="calls"),
    path(f"{TOURNAMENT}calls/<slug:call>/answer/", calls.AnswerView.as_view(), name="call_answer"),
    path(f"{TOURNAMENT}reports/", calls.ReportsView.as_view(), name="reports"),
    path(
        f"{TOURNAMENT}reports/<int:report>/handled/",
        calls.DealtWithView.as_view(),
        name="report_handled",
    ),
    path(f"{TOURNAMENT}featured/", watching.FeatureView.as_view(), name="featured"),
    path(f"{TOURNAMENT}commentators/", watching.CommentatorsView.as_view(), name="commentators"),
    path(
        f"{TOURNAMENT}commentators/dismiss/",
        watching.DismissView.as_view(),
        name="commentator_dismiss",
    ),
    path(f"{TOURNAMENT}late-results/", late.LateView.as_view(), name="late_results"),
    path(
        f"{TOURNAMENT}late-results/<slug:late>/set-aside/",
        late.SetAsideView.as_view(),
        name="late_result_set_aside",
    ),
    path(f"{TOURNAMENT}rulings/", rulings.RulingsView.as_view(), name="rulings"),
    path(
        f"{TOURNAMENT}rulings/<slug:ruling>/undo/",
        rulings.RulingView.as_view(),
        name="ruling_undo",
    ),
    path(f"{TOURNAMENT}ranking/", views.RankingView.as_view(), name="ranking"),
    path(f"{TOURNAMENT}tables/<slug:table>/results/", hall.ResultsView.as_view(), name="results"),
    path("hall/device/", hall.CodeView.as_view(), name="hall_device"),
    path("hall/table/", hall.TableView.as_view(), name="hall_table"),
    path("hall/score/", hall.ScoreView.as_view(), name="hall_score"),
    path("hall/results/enter/", hall.EnterView.as_view(), name="hall_enter"),
    path("hall/results/confirm/", hall.ConfirmView.as_view(), name="hall_confirm"),
    path("hall/results/correct/", hall.CorrectView.as_view(), name="hall_correct"),
    path("hall/late/", late.HandInView.as_view(), name="hall_late"),
    *of_clubs,
    path(f"{CLUB}season/", club_events.SeasonView.as_view(), name="club_season"),
    path(
        f"{EVENING}tournament/",
        club_events.OfEveningView.as_view(),
        name="club_evening_tournament",
    ),
    path(f"{EVENING}outcome/", club_events.OutcomeView.as_view(), name="club_outcome"),
    # Also with a line break in it, which "." passes over.
    re_path(r"^[\s\S]*$", documents.UnknownView.as_view(), name="unknown"),
]
