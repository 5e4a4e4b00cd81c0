"""The interface over HTTP: who may ask, how often, in what form. See tournaments/api."""

from __future__ import annotations

from typing import Any

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "clubs.api.authentication.Token",
        "clubs.api.authentication.Session",
    ],
    # A view that names no permission lets nobody through.
    "DEFAULT_PERMISSION_CLASSES": ["clubs.api.permissions.Nobody"],
    "DEFAULT_THROTTLE_CLASSES": ["clubs.api.throttling.ByPerson"],
    "DEFAULT_THROTTLE_RATES": {
        "visitor.read": "300/min",
        "visitor.change": "30/min",
        "visitor.create": "30/min",
        "person.read": "600/min",
        "person.change": "120/min",
        "person.create": "30/hour",
    },
    # Without a proxy of ours the address is the one that connected, whatever a header says.
    "NUM_PROXIES": 0,
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["clubs.api.parsers.StrictJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "clubs.api.pagination.Pages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    # OPTIONS tells nothing: the schema does.
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "tournaments.api.errors.answer",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Rikken",
    "DESCRIPTION": "Duplicate championships of Rikken: schedule, boards, ranking.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        name: f"tournaments.api.serializers.{choices}"
        for name, choices in {
            "TournamentStatus": "TOURNAMENT_STATUSES",
            "RoundState": "ROUND_STATES",
            "ResultState": "RESULT_STATES",
            "TableState": "TABLE_STATES",
            "BoardState": "BOARD_STATES",
            "EntryStatus": "ENTRY_STATUSES",
            "EntryPlace": "PLACES",
            "Seat": "SEATS",
        }.items()
    }
    | {
        name: f"clubs.api.serializers.{choices}"
        for name, choices in {
            "ClubRole": "ROLES",
            "ClubPower": "POWERS",
            "MemberState": "MEMBER_STATES",
            "RequestState": "REQUEST_STATES",
            "NamedAs": "NAMED",
            "JoinAs": "JOIN_AS",
            "ColumnMeaning": "COLUMNS",
            "SignedUpHow": "OF_SIGNING_UP",
        }.items()
    }
    | {
        "SeasonMeasure": "tournaments.seasons.MEASURES",
        "CallKind": "tournaments.domain.calls.KINDS",
        "CallAnswer": "tournaments.domain.calls.ANSWERS",
        "CallStage": "tournaments.api.calls.STATES",
        "RulingKind": "tournaments.api.rulings.KINDS",
        "EnteredHow": "tournaments.services.entering.HAPPENED",
    },
}
