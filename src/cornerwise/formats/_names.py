"""The names that `.blksgf` files have for games and colours, and what they are here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cornerwise.formats.errors import RecordError
from cornerwise.rules.errors import UnknownVariant, quote
from cornerwise.rules.variants import get_variant

if TYPE_CHECKING:
    from cornerwise.rules.variants import Variant

#: The value of `GM` and the variant that it means by itself.
GAMES = {
    "Blokus": "classic",
    "Blokus Two-Player": "classic_2",
    "Blokus Three-Player": "classic_3",
    "Blokus Duo": "duo",
    "Blokus Junior": "junior",
    "Blokus Trigon": "trigon",
    "Blokus Trigon Two-Player": "trigon_2",
    "Blokus Trigon Three-Player": "trigon_3",
}

#: Variants without a name of their own, under the name of the nearest game on the same board.
NEAREST = {
    "classic_teams": "Blokus",
    "classic_1": "Blokus",
    "classic_3_two": "Blokus Three-Player",
    "classic_3_neutral": "Blokus Three-Player",
    "duo_1": "Blokus Duo",
    "junior_1": "Blokus Junior",
    "trigon_teams": "Blokus Trigon",
    "trigon_1": "Blokus Trigon",
    # Trigon Three-Player is the smaller board: the games of three on the large one are not near.
    "trigon_3_shared": "Blokus Trigon",
    "trigon_3_two": "Blokus Trigon",
    "trigon_3_neutral": "Blokus Trigon",
}

#: Boards and pieces of one's own, which need `CWT`.
OWN_GAME = "Cornerwise"

#: Relatives with other rules that use the same kind of file.
OTHER_FAMILIES = ("nexos", "callisto", "gembloq")

PLAYERS_TWO = ("PB", "PW")

#: Names of move properties: by place in the order of colours. The words are those of old files.
_BY_NUMBER = ("1", "2", "3", "4")
_BY_WORD = ("BLUE", "YELLOW", "RED", "GREEN")
_OF_TWO = (("B", "BLACK"), ("W", "WHITE"))
MOVE_NAMES = frozenset((*_BY_NUMBER, *_BY_WORD, *(name for names in _OF_TWO for name in names)))


def game_name(variant_id: str | None) -> tuple[str, bool]:
    """The `GM` of a variant (None: one's own), and whether it tells the variant by itself."""
    if variant_id is None:
        return OWN_GAME, False
    for name, known in GAMES.items():
        if known == variant_id:
            return name, True
    return NEAREST[variant_id], False


def variant_of(name: str, own: str | None) -> Variant:
    """The variant that `GM` and, if there, `CWV` name; RecordError when they name none."""
    plain = " ".join(name.split()).casefold()
    game = next((known for known in GAMES if known.casefold() == plain), None)
    if game is None:
        if plain.split(" ")[0] in OTHER_FAMILIES:
            raise RecordError(f"{quote(name)} is another game, which is not played here")
        if plain == OWN_GAME.casefold():
            raise RecordError(f"GM[{OWN_GAME}] needs the variant's TOML in CWT")
        raise RecordError(f"unknown game {quote(name)}; known are {', '.join(GAMES)}")
    if own is None:
        return get_variant(GAMES[game])
    own = own.strip()
    try:
        variant = get_variant(own)
    except UnknownVariant as error:
        raise RecordError(str(error)) from error
    if game_name(variant.id)[0] != game:
        raise RecordError(f"CWV says {quote(own)}, but GM says {quote(game)}")
    return variant


def colour_names(variant: Variant) -> dict[str, str]:
    """Every name of a colour that a file of this variant may use, to the variant's own name."""
    names: dict[str, str] = {}
    two = len(variant.colours) == 2
    for i, colour in enumerate(variant.colours):
        names[_BY_NUMBER[i]] = colour
        for name in _OF_TWO[i] if two else (_BY_WORD[i],):
            names[name] = colour
    for colour in variant.colours:
        names.setdefault(colour.upper(), colour)
    return names


def colour_name(variant: Variant, colour: str) -> str:
    """The name of a colour's move property: `B` and `W` of two colours, else `1` to `4`."""
    index = variant.colours.index(colour)
    return "BW"[index] if len(variant.colours) == 2 else _BY_NUMBER[index]


def name_keys(variant: Variant) -> list[str]:
    """The properties that name the players, a seat each."""
    seats = len(variant.seats)
    if seats == 2 or len(variant.colours) == 2:
        return list(PLAYERS_TWO[:seats])
    return [f"P{i + 1}" for i in range(seats)]
