"""A page for whoever opens an address where something is only sent to."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin


class NotAllowedPage(MiddlewareMixin):
    """Who was signed out while he pressed a button signs in, and comes out at the button's address:
    an empty page would be the end of his way.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        if request.method != "GET" or "text/html" not in request.headers.get("Accept", ""):
            return response
        page = render(request, "405.html", status=response.status_code)
        page.headers["Allow"] = response.headers["Allow"]
        return page
