"""Kinds of arguments that several commands take."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter


def _no_option(_kind: object, value: object) -> None:
    """A `-` alone is standard input; anything else that begins so is a mistyped option."""
    for text in value if isinstance(value, tuple) else (value,):
        if isinstance(text, str) and text.startswith("-") and text != "-":
            raise ValueError(f"there is no option {text}; a file of that name is ./{text}")


FileName = Annotated[str, Parameter(allow_leading_hyphen=True, validator=_no_option)]
"""The name of a file, or `-` for standard input or output."""
