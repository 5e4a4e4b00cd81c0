"""The description of the API: for programs at ``schema``, for people at ``docs``.

The page is made here, from the same description: it needs no script and nothing from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular import renderers
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import ApiView
from clubs.api.describe import REFUSED
from clubs.api.permissions import Anybody

TAGS: Mapping[str, Promise] = {
    "tournaments": _("Tournaments"),
    "registration": _("Registration"),
    "entries": _("Entries"),
    "seating": _("Seating"),
    "rulings": _("Rulings"),
    "schedule": _("Sessions, rounds and tables"),
    "rounds": _("Directing a round"),
    "boards": _("Boards and games"),
    "ranking": _("The ranking"),
    "hall": _("Results of tables in the hall"),
    "clubs": _("Clubs"),
    "members": _("Members of a club"),
    "evenings": _("Evenings of a club"),
}


@lru_cache(maxsize=4)
def description(language: str | None) -> dict[str, Any]:
    """All of it in the language that is active, which ``language`` names; made once for each."""
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


class RootView(ApiView):
    """Where to begin."""

    permission_classes = (Anybody,)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        names = ("tournaments", "clubs", "schema", "docs")
        return Response({name: reverse(f"api:{name}") for name in names})


class SchemaView(ApiView):
    """OpenAPI, as YAML or as JSON: ``Accept`` or ``?format=json`` says which."""

    permission_classes = (Anybody,)
    renderer_classes = (
        renderers.OpenApiYamlRenderer,
        renderers.OpenApiYamlRenderer2,
        renderers.OpenApiJsonRenderer,
        renderers.OpenApiJsonRenderer2,
    )
    asked_beside = ("format",)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        return Response(description(get_language()))


class Page(BaseRenderer):
    """Says that there is a page; the view makes it."""

    media_type = "text/html"
    format = "html"


class DocsView(ApiView):
    permission_classes = (Anybody,)
    renderer_classes = (Page,)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        told = description(get_language())
        context = {
            "groups": list(groups(told)),
            "refusals": REFUSED,
            "shapes": list(shapes(told)),
        }
        return render(request._request, "tournaments/api/docs.html", context)


class UnknownView(ApiView):
    """Every other address under ``/api/``, so that this too is answered in the one shape."""

    permission_classes = (Anybody,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super(ApiView, self).initial(request, *args, **kwargs)

    def http_method_not_allowed(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        whole = f"{request.path}/"
        if not request.path.endswith("/") and _known(whole):
            query = request.META.get("QUERY_STRING", "")
            # 308 keeps method and content: nobody's POST becomes a GET on its way.
            location = f"{whole}?{query}" if query else whole
            return Response(status=308, headers={"Location": location})
        raise NotFound


def _known(path: str) -> bool:
    try:
        return resolve(path).url_name != "unknown"
    except Resolver404:
        return False


# -- the page ----------------------------------------------------------------------------------


def groups(told: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Addresses by what they are about, in the order in which an event goes."""
    types = Types(told["components"]["schemas"])
    for tag, title in TAGS.items():
        calls = [
            _call(path, method, operation, types)
            for path, methods in told["paths"].items()
            for method, operation in methods.items()
            if tag in operation["tags"]
        ]
        yield {"tag": tag, "title": title, "calls": calls}


def _call(path: str, method: str, operation: Mapping[str, Any], types: Types) -> dict[str, Any]:
    sent = operation.get("requestBody", {}).get("content", {})
    return {
        "name": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation.get("summary", ""),
        "parameters": [
            {**parameter, "type": types.told(parameter["schema"])}
            for parameter in operation.get("parameters", ())
        ],
        "sent": [types.told(content["schema"]) for content in sent.values()][:1],
        "answers": [
            _answer(status, answer, types)
            for status, answer in operation["responses"].items()
            if status < "400"
        ],
        "refusals": [{"status": status} for status in operation["responses"] if status >= "400"],
    }


def _answer(status: str, answer: Mapping[str, Any], types: Types) -> dict[str, Any]:
    return {
        "status": status,
        "text": answer.get("description", ""),
        "shapes": [types.told(one["schema"]) for one in answer.get("content", {}).values()],
    }


def shapes(told: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Everything with fields; plain lists of words are told where they are used."""
    types = Types(told["components"]["schemas"])
    for name, shape in types.schemas.items():
        if "properties" in shape:
            fields = [
                {
                    "name": field,
                    "type": types.told(schema),
                    "text": schema.get("description", ""),
                }
                for field, schema in shape["properties"].items()
            ]
            yield {"name": name, "fields": fields}


@dataclass(frozen=True, slots=True)
class Types:
    schemas: Mapping[str, Any]

    def told(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """How a type reads: a word, the shape it points at, whether there are many or none."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            target = self.schemas[name]
            return {"shape": name} if "properties" in target else self.told(target)
        null = {"null": True} if schema.get("nullable") else {}
        for part in (*schema.get("allOf", ()), *schema.get("oneOf", ())):
            return {**self.told(part), **null}
        if schema.get("type") == "array":
            return {**self.told(schema["items"]), "many": True, **null}
        word = schema.get("format") or schema.get("type", "")
        return {"word": word, "choices": [one for one in schema.get("enum", ()) if one], **null}
