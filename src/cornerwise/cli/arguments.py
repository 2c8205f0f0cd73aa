"""Kinds of arguments that several commands take."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter, Token

from cornerwise.rules.errors import quote


def _no_option(_kind: object, value: object) -> None:
    """A `-` alone is standard input; anything else that begins so is a mistyped option."""
    for text in value if isinstance(value, tuple) else (value,):
        if isinstance(text, str) and text.startswith("-") and text != "-":
            raise ValueError(f"there is no option {text}; a file of that name is ./{text}")


FileName = Annotated[str, Parameter(allow_leading_hyphen=True, validator=_no_option)]
"""The name of a file, or `-` for standard input or output."""


def _whole(_kind: object, tokens: Sequence[Token]) -> int:
    """A whole number as people write it: cyclopts alone would round 1.5, and read 1_0 as 10."""
    text = tokens[0].value
    if not re.fullmatch(r"[+-]?[0-9]{1,30}", text, re.ASCII):
        raise ValueError(f"{quote(text)} is not a whole number")
    return int(text)


WHOLE = Parameter(converter=_whole)
"""Makes an option or argument of type ``int`` take whole numbers only."""
