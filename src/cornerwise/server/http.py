"""The HTTP interface: variants, games, records."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from functools import lru_cache
from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Query, Request, Response

from cornerwise._version import __version__
from cornerwise.game import Event, Game, SeatInfo, create
from cornerwise.rules.custom import loads
from cornerwise.rules.errors import CornerwiseError, UnknownVariant, VariantError
from cornerwise.rules.variants import VARIANTS, get_variant

from . import records, views, wire
from .errors import ApiError, quote
from .guards import stored
from .hub import Hub
from .limits import Limits, address
from .rooms import dump
from .sessions import Session
from .settings import Settings
from .store import Store, StoreError

_ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": wire.ErrorAnswer, "description": "What is wrong with the request."},
    "5XX": {"model": wire.ErrorAnswer, "description": "The server could not do it."},
}


def _session(request: Request) -> Session:
    session = request.scope.get("cornerwise.session")
    assert isinstance(session, Session)  # noqa: S101 -- Callers puts one there
    return session


Caller = Annotated[Session, Depends(_session)]
Named = Annotated[wire.StartRule | None, Query()]


@lru_cache(maxsize=1)
def _summaries() -> bytes:
    found = wire.VariantList(variants=[views.variant_summary(v) for v in VARIANTS.values()])
    return dump(found).encode()


@lru_cache(maxsize=64)
def _table(variant_id: str, start: str | None) -> bytes:
    return dump(views.variant_table(get_variant(variant_id).with_options(start=start))).encode()


def _cached(request: Request, body: bytes) -> Response:
    """JSON that changes with the version alone: asked again each time, sent again never."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Cookie"}
    if request.headers.get("if-none-match") in {tag, f"W/{tag}"}:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


def no_variant(variant_id: str) -> ApiError:
    """The error for an id that names no variant."""
    try:
        get_variant(variant_id)
    except UnknownVariant as error:
        return ApiError(404, "no_variant", str(error), {"variants": list(VARIANTS)})
    raise AssertionError(variant_id)


def check_toml_size(toml: str, settings: Settings) -> None:
    """Raises a 413 `ApiError` for a TOML that is too large."""
    if len(toml.encode("utf-8", "surrogatepass")) > settings.max_toml:
        raise ApiError(
            413,
            "too_large",
            f"The TOML is over {settings.max_toml // 1024} KB.",
            {"limit": settings.max_toml},
        )


def start_events(new: wire.NewGame, top_level: int) -> list[Event]:
    """The events of a new game. Raises a 422 `ApiError` that says what does not fit."""
    if (new.variant is None) == (new.toml is None):
        raise ApiError(422, "invalid", "Give either 'variant' or 'toml', not both.")
    for number, seat in enumerate(new.seats):
        if seat.kind == "computer" and (seat.level is None or seat.level > top_level):
            raise ApiError(
                422,
                "bad_seat",
                f"Seat {number}: a computer's level is 1 to {top_level}.",
                {"seat": number},
            )
        if seat.kind == "human" and seat.level is not None:
            raise ApiError(
                422, "bad_seat", f"Seat {number}: a person has no level.", {"seat": number}
            )
    try:
        variant = loads(new.toml) if new.toml is not None else get_variant(new.variant or "")
    except UnknownVariant as error:
        raise ApiError(422, "no_variant", str(error), {"variants": list(VARIANTS)}) from error
    except VariantError as error:
        problem = {"line": error.line, "reason": error.reason}
        raise ApiError(422, "bad_variant", str(error), {"errors": [problem]}) from error
    if len(new.seats) != len(variant.seats):
        raise ApiError(
            422,
            "bad_seat",
            f"{variant.name} has {len(variant.seats)} seats, not {len(new.seats)}.",
            {"seats": len(variant.seats)},
        )
    try:
        return create(
            variant,
            [SeatInfo(seat.name, seat.kind, seat.level) for seat in new.seats],
            start=new.start,
            scoring=new.scoring,
            end=new.end,
            neutral_seed=secrets.randbits(48),
            undo=new.undo,
        )
    except CornerwiseError as error:
        raise ApiError(422, "bad_game", str(error)) from error


def router(settings: Settings, store: Store, hub: Hub, limits: Limits) -> APIRouter:
    """The routes below ``/api``."""
    routes = APIRouter(prefix="/api", responses=_ERRORS)

    @routes.get("/health", tags=["server"])
    async def health() -> dict[str, Any]:
        """Whether the server answers, and its version."""
        return {"ok": True, "version": __version__, "protocol": wire.VERSION}

    @routes.get("/variants", tags=["variants"], response_model=wire.VariantList)
    def variants(request: Request) -> Response:
        """All built-in variants."""
        return _cached(request, _summaries())

    @routes.get("/variants/{variant_id}", tags=["variants"], response_model=wire.VariantTable)
    def variant(request: Request, variant_id: str, start: Named = None) -> Response:
        """One variant with all its tables, under a start rule or its own."""
        if variant_id not in VARIANTS:
            raise no_variant(variant_id)
        try:
            return _cached(request, _table(variant_id, start))
        except VariantError as error:
            raise ApiError(422, "bad_variant", str(error)) from error

    @routes.post("/variants/check", tags=["variants"], response_model=wire.CheckAnswer)
    def check(request: Request, body: wire.CheckRequest, caller: Caller) -> Response:
        """Whether a TOML is a variant: its tables, or what is wrong with it by line."""
        limits.check("checks", caller.key, address(request.scope))
        check_toml_size(body.toml, settings)
        answer: wire.CheckGood | wire.CheckBad
        try:
            answer = wire.CheckGood(ok=True, variant=views.variant_table(loads(body.toml)))
        except VariantError as error:
            problem = wire.CheckProblem(line=error.line, reason=error.reason)
            answer = wire.CheckBad(ok=False, errors=[problem])
        return Response(dump(answer), media_type="application/json")

    @routes.post("/games", tags=["games"], status_code=201, response_model=wire.NewGameAnswer)
    async def create_game(
        request: Request, response: Response, new: wire.NewGame, caller: Caller
    ) -> wire.NewGameAnswer:
        """Make a game. The caller owns all people's seats in it."""
        limits.check("games", caller.key, address(request.scope))
        if new.toml is not None:
            check_toml_size(new.toml, settings)
        events = await asyncio.to_thread(start_events, new, hub.top_level)
        game_id = await hub.create(caller, events)
        response.headers["Location"] = f"/api/games/{game_id}"
        return wire.NewGameAnswer(id=game_id)

    @routes.get("/games", tags=["games"], response_model=wire.GameList)
    async def list_games(caller: Caller) -> Response:
        """The caller's games, newest first (at most 200)."""
        found = await store.games_of(caller.id)
        return Response('{"games":[' + ",".join(found) + "]}", media_type="application/json")

    @routes.get("/games/{game_id}", tags=["games"], response_model=wire.StateMessage)
    async def game(game_id: str, caller: Caller) -> Response:
        """A game's full state: what a socket says first."""
        async with hub.use(game_id) as room:
            text = dump(room.state(room.seats_of(caller)))
        return Response(text, media_type="application/json")

    @routes.delete("/games/{game_id}", tags=["games"], status_code=204)
    async def delete_game(game_id: str, caller: Caller) -> None:
        """Delete a game of the caller's for good."""
        await hub.delete(game_id, caller)

    @routes.get(
        "/games/{game_id}/record.{form}",
        tags=["games"],
        response_class=Response,
        responses={200: {"description": "The record as a file."}},
    )
    async def record(game_id: str, form: str, _caller: Caller) -> Response:
        """A game's record to keep: ``json`` (everything) or ``blksgf``."""
        if form not in records.FORMS:
            raise ApiError(
                404,
                "no_form",
                f"There are records as {', '.join(records.FORMS)}, not {quote(form)}.",
            )
        async with hub.use(game_id) as room:
            found: Game = room.game
        text = await asyncio.to_thread(records.write, found, form)
        return Response(
            text.encode("utf-8"),
            media_type=records.FORMS[form],
            headers={"Content-Disposition": f'attachment; filename="cornerwise-{game_id}.{form}"'},
        )

    return routes


def install_store_errors(app: Any) -> None:
    """Storage errors in the one shape."""
    from .errors import respond

    async def on_store_error(_request: Request, error: Exception) -> Response:
        return respond(stored(cast("StoreError", error)))

    app.add_exception_handler(StoreError, on_store_error)
