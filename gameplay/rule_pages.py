"""The pages that tell the rules. Everybody may read them, and nothing is stored."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from engine import RikkenError, rulesets
from gameplay import rule_words
from gameplay.option_fields import words
from gameplay.rule_texts import ABOUT, ruleset_name
from gameplay.rulebook import options_of, rulebook
from gameplay.rules import OFFERED

# A query of more is nobody's wish.
LONGEST_QUERY = 4000


@require_GET
def rules_list(request: HttpRequest) -> HttpResponse:
    told = [(slug, ruleset_name(slug), ABOUT.get(slug, "")) for slug in OFFERED]
    return render(request, "gameplay/rules_list.html", {"rulesets": told})


@require_GET
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules as these options set them, given as the query of the address."""
    if slug not in rulesets.names():
        raise Http404
    status = 200
    try:
        if len(request.META.get("QUERY_STRING", "")) > LONGEST_QUERY:
            raise RikkenError("the query is too long", code="bad_option")
        book = rulebook(slug, options_of(slug, request.GET.dict()))
    except RikkenError as refusal:
        messages.error(request, words(refusal))
        status, book = 400, rulebook(slug, {})
    context = {
        "book": book,
        "tips": list(rule_words.tips(book.words)),
        "glossary": rule_words.glossary(book.words),
        "others": [(one, ruleset_name(one)) for one in OFFERED if one != slug],
    }
    return render(request, "gameplay/rules.html", context, status=status)
