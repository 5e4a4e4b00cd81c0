"""Addresses under ``/api/clubs/``; tournaments.api.urls takes them up among its own."""

from __future__ import annotations

from django.urls import path

from clubs.api import evenings, files, inviting, people, views

CLUB = "clubs/<slug:key>/"
MEMBER = f"{CLUB}members/<slug:member>/"
IMPORT = f"{CLUB}imports/<slug:file>/"
EVENING = f"{CLUB}evenings/<slug:evening>/"

urlpatterns = [
    path("clubs/", views.ClubsView.as_view(), name="clubs"),
    path(CLUB, views.OneClubView.as_view(), name="club"),
    path(f"{CLUB}describe/", views.DescribeView.as_view(), name="club_describe"),
    path(f"{CLUB}rules/", views.RulesView.as_view(), name="club_rules"),
    path(f"{CLUB}history/", views.HistoryView.as_view(), name="club_history"),
    path(f"{CLUB}leave/", people.LeaveView.as_view(), name="club_leave"),
    path(f"{CLUB}members/", people.MembersView.as_view(), name="club_members"),
    path(f"{CLUB}members/as/csv/", files.CsvView.as_view(), name="club_members_csv"),
    path(f"{CLUB}members/as/xlsx/", files.XlsxView.as_view(), name="club_members_xlsx"),
    path(MEMBER, people.MemberView.as_view(), name="club_member"),
    path(f"{MEMBER}change/", people.ChangeView.as_view(), name="club_member_change"),
    path(f"{MEMBER}roles/", people.RolesView.as_view(), name="club_member_roles"),
    path(f"{MEMBER}hand-over/", people.HandOverView.as_view(), name="club_hand_over"),
    path(f"{MEMBER}dues/", people.DuesView.as_view(), name="club_member_dues"),
    path(f"{MEMBER}remove/", people.RemoveView.as_view(), name="club_member_remove"),
    path(f"{MEMBER}merge/", people.MergeView.as_view(), name="club_member_merge"),
    path(f"{MEMBER}part/", people.PartView.as_view(), name="club_member_part"),
    path(f"{MEMBER}erase/", people.EraseView.as_view(), name="club_member_erase"),
    path(f"{CLUB}requests/", people.RequestsView.as_view(), name="club_requests"),
    path(
        f"{CLUB}requests/<slug:request_key>/answer/",
        people.AnswerView.as_view(),
        name="club_answer",
    ),
    path(f"{CLUB}imports/", files.ImportsView.as_view(), name="club_imports"),
    path(IMPORT, files.OneImportView.as_view(), name="club_import"),
    path(f"{IMPORT}carry-out/", files.CarryOutView.as_view(), name="club_import_carry_out"),
    path(f"{IMPORT}undo/", files.UndoView.as_view(), name="club_import_undo"),
    path(f"{CLUB}invitations/", inviting.InvitationsView.as_view(), name="club_invitations"),
    path(
        f"{CLUB}invitations/<slug:invitation>/revoke/",
        inviting.RevokeView.as_view(),
        name="club_invitation_revoke",
    ),
    # No key of a club has a vowel.
    path("clubs/invitations/accept/", inviting.AcceptView.as_view(), name="club_invitation_accept"),
    path(f"{CLUB}evenings/", evenings.EveningsView.as_view(), name="club_evenings"),
    path(EVENING, evenings.OneEveningView.as_view(), name="club_evening"),
    path(f"{EVENING}sign-up/", evenings.SignUpView.as_view(), name="club_sign_up"),
    path(
        f"{EVENING}sign-up/several/",
        evenings.SignUpSeveralView.as_view(),
        name="club_sign_up_several",
    ),
    path(f"{EVENING}sign-off/", evenings.SignOffView.as_view(), name="club_sign_off"),
    path(f"{EVENING}guests/", evenings.GuestsView.as_view(), name="club_guests"),
    path(f"{EVENING}guests/<slug:guest>/drop/", evenings.DropView.as_view(), name="club_drop"),
    path(f"{EVENING}attendance/", evenings.AttendanceView.as_view(), name="club_attendance"),
    path(f"{EVENING}cancel/", evenings.CancelView.as_view(), name="club_evening_cancel"),
]
