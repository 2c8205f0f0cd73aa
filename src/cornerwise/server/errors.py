"""One shape for every error that leaves the server.

``{"error": {"code": …, "message": …, "detail": {…}}}`` over HTTP, the same object inside
``{"t": "error"}`` over a socket. The message is for people, the code for programs. Nothing
of the server's inside (paths, tracebacks, SQL) is ever in it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

log = logging.getLogger("cornerwise.server")

STATUS_CODES = {
    400: "bad_request",
    401: "no_session",
    403: "not_allowed",
    404: "not_found",
    405: "wrong_method",
    409: "conflict",
    413: "too_large",
    415: "wrong_type",
    422: "invalid",
    429: "too_many",
    500: "internal",
    503: "busy",
}
MESSAGES = {
    404: "There is nothing at this address.",
    405: "This address does not take that method.",
    413: "That is too large.",
    500: "Something went wrong on the server. Nothing was lost that had been confirmed.",
}


class ApiError(Exception):
    """An error meant for the caller.

    ``status`` is the HTTP status, ``code`` one of the codes in ``docs/protocol.md``.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        detail: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.detail: dict[str, Any] = dict(detail or {})
        self.headers = dict(headers or {})

    def body(self) -> dict[str, Any]:
        """The object that goes under ``error``."""
        return {"code": self.code, "message": self.message, "detail": self.detail}


class SafeJSON(Response):
    """JSON in plain ASCII, so that half a surrogate pair quoted back cannot break it."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """The bytes of the body."""
        return json.dumps(content, separators=(",", ":"), allow_nan=False).encode("ascii")


def quote(value: object, limit: int = 60) -> str:
    """A short, printable, quoted form of what came in."""
    text = ascii(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def problems(errors: Sequence[Mapping[str, Any]], limit: int = 8) -> list[dict[str, str]]:
    """Pydantic's findings as ``where`` and ``what``, with the input quoted and cut."""
    found = []
    for error in errors[:limit]:
        where = ".".join(str(part) for part in error["loc"]) or "message"
        what = str(error["msg"])
        if "input" in error and not isinstance(error["input"], dict | list):
            what += f" (got {quote(error['input'])})"
        found.append({"where": where[:120], "what": what[:300]})
    return found


def respond(error: ApiError) -> Response:
    """The HTTP response for an error."""
    return SafeJSON({"error": error.body()}, status_code=error.status, headers=error.headers)


def from_status(status: int, headers: Mapping[str, str] | None = None) -> ApiError:
    """The error of a bare HTTP status."""
    code = STATUS_CODES.get(status, "bad_request" if status < 500 else "internal")
    message = MESSAGES.get(status, "The request cannot be answered.")
    return ApiError(status, code, message, headers=headers)


async def _on_api_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)  # noqa: S101 -- registered for this class alone
    return respond(error)


async def _on_http(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    if error.status_code in {204, 304}:
        return Response(status_code=error.status_code, headers=error.headers)
    return respond(from_status(error.status_code, error.headers))


async def _on_invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    found = problems(error.errors())
    text = "; ".join(f"{item['where']}: {item['what']}" for item in found[:3])
    return respond(
        ApiError(422, "invalid", f"The request does not fit: {text}", {"problems": found})
    )


async def _on_crash(request: Request, error: Exception) -> Response:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return respond(from_status(500))


def install(app: FastAPI) -> None:
    """Give an app this one error shape, for its own errors and the framework's."""
    app.add_exception_handler(ApiError, _on_api_error)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(Exception, _on_crash)
