"""Lists of members as files: one that comes in, and one to take along."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubs import selectors, sheets, texts
from clubs.domain import roles
from clubs.domain.errors import ClubRefused
from clubs.models import ImportDraft
from clubs.pages.common import Seen, not_too_often, page, sent, show
from clubs.services import importing

LINES_SHOWN = 8
EXAMPLES = 3
DOUBLES_SHOWN = 50
MEANINGS = {
    "": _("is left out"),
    importing.NAME: _("the name"),
    importing.FIRST: _("the first name"),
    importing.INFIX: _("what stands between, as in “van de”"),
    importing.LAST: _("the last name"),
    importing.NICKNAME: _("the name on the slip"),
    importing.NUMBER: _("the number"),
    importing.NOTE: _("a note"),
}
KINDS = {
    "csv": (sheets.written_csv, f"{sheets.CSV}; charset=utf-8"),
    "xlsx": (sheets.written_xlsx, sheets.XLSX),
}


@not_too_often("create")
@page(roles.PEOPLE, "GET", "POST")
def choose(request: HttpRequest, seen: Seen) -> HttpResponse:
    problem = ""
    if request.method == "POST":
        file = request.FILES.get("file")
        try:
            if file is None or (file.size or 0) > sheets.MOST_BYTES:
                raise ClubRefused("file_too_big" if file else "bad_file", "no file, or a big one")
            draft = importing.keep(seen.club.key, sent(request, seen), file.read())
            return redirect("clubs:import", seen.club.key, draft.key)
        except ClubRefused as refusal:
            problem = texts.text_for(refusal.code)
    return show(request, seen, "import_choose", "members", problem=problem)


@page(roles.PEOPLE, "GET", "POST")
def look(request: HttpRequest, seen: Seen, draft: str) -> HttpResponse:
    """What the file holds and what would come of it, before anything does."""
    by = sent(request, seen)
    try:
        found = importing.find(seen.club.key, by, draft)
    except ClubRefused as refusal:
        messages.error(request, texts.text_for(refusal.code))
        return redirect("clubs:import_choose", seen.club.key)
    heading, meanings = importing.guessed(found.lines)
    everybody = False
    if request.method == "POST":
        heading = request.POST.get("heading") == "1"
        everybody = request.POST.get("everybody") == "1"
        meanings = [_meaning(request, at) for at in range(len(meanings))]
    problem, outcome = "", importing.Outcome()
    try:
        outcome = importing.outcome(
            seen.club,
            selectors.full_names(seen.people),
            found.lines,
            heading=heading,
            meanings=meanings,
            everybody=everybody,
        )
        if request.POST.get("do") == "take" and outcome.new:
            count = importing.take(seen.club.key, by, found, outcome.new)
            done = ngettext(
                "%(count)s member is on the list now. It can be undone under “Let in”.",
                "%(count)s members are on the list now. It can be undone under “Let in”.",
                count,
            )
            messages.success(request, done % {"count": count})
            return redirect("clubs:members", seen.club.key)
    except ClubRefused as refusal:
        problem = texts.text_for(refusal.code)
    return _look(request, seen, found, outcome, heading, meanings, everybody, problem)


def _meaning(request: HttpRequest, at: int) -> str:
    told = request.POST.get(f"column_{at}", "")
    return told if told in MEANINGS else ""


def examples(lines: Sequence[Sequence[str]], at: int, *, heading: bool) -> list[str]:
    """The first cells of a column that hold something."""
    return [cell for line in lines[heading : EXAMPLES + 1] if (cell := line[at])]


def _look(
    request: HttpRequest,
    seen: Seen,
    draft: ImportDraft,
    outcome: importing.Outcome,
    heading: bool,
    meanings: Sequence[str],
    everybody: bool,
    problem: str,
) -> HttpResponse:
    first = draft.lines[0]
    columns = [
        {
            "number": at,
            "title": first[at] if heading and first[at] else gettext("Column %d") % (at + 1),
            "meaning": meaning,
            "examples": ", ".join(examples(draft.lines, at, heading=heading)),
        }
        for at, meaning in enumerate(meanings)
    ]
    return show(
        request,
        seen,
        "import",
        "members",
        draft=draft,
        columns=columns,
        meanings=MEANINGS.items(),
        heading=heading,
        everybody=everybody,
        problem=problem,
        new=len(outcome.new),
        first=outcome.new[:LINES_SHOWN],
        more=max(0, len(outcome.new) - LINES_SHOWN),
        doubles=outcome.doubles[:DOUBLES_SHOWN],
        doubles_count=len(outcome.doubles),
        nameless=outcome.nameless,
        left_out=", ".join(each["title"] for each in columns if not each["meaning"]),
    )


@page(roles.RECORDS)
def take_along(request: HttpRequest, seen: Seen, kind: str) -> HttpResponse:
    """All records of today's members; no cell of it is a formula."""
    if kind not in KINDS:
        raise Http404
    return file_of_members(seen, kind)


def file_of_members(seen: Seen, kind: str) -> HttpResponse:
    """In the language that is active now."""
    write, media_type = KINDS[kind]
    year = timezone.localtime(seen.now).year
    head = [gettext("Number"), gettext("Name"), gettext("On the slip"), gettext("Roles")]
    head += [gettext("Remark"), gettext("Joined"), gettext("Paid for %(year)s") % {"year": year}]
    rows = [
        [
            each.member.number,
            each.full,
            each.nickname,
            ", ".join(str(texts.ROLES[role]) for role in each.member.roles),
            each.note,
            timezone.localtime(each.member.joined).date().isoformat(),
            gettext("yes") if year in each.member.paid else gettext("no"),
        ]
        for each in selectors.active(seen.people)
    ]
    answer = HttpResponse(write([head, *rows]), content_type=media_type)
    answer["Content-Disposition"] = f'attachment; filename="members-{seen.club.key}.{kind}"'
    return answer
