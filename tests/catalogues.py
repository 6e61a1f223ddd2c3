"""The catalogues of translations, kept by Babel: what the code says, brought into every language's file.

    python -m tests.catalogues           brings all of them up to date, and tells what is left to translate
    python -m tests.catalogues de        begins a new one beside them

`make messages` is the same. A file has no dates, line numbers or guesses in it: what did not change stays as it is.
"""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from handler.languages import SOURCE, catalogue_path, languages
from handler.words import in_context

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Message

CODE = Path(__file__).parents[1] / "handler"

KEYWORDS = {"words": None, "count": (1, 2), "N_": None, "NN_": (1, 2), "pgettext": ((1, "c"), 2)}
"""Calls whose literals are texts: the arguments that are the singular, the plural, the context."""

NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)
HEADER = "# What Setgram says, in {}. `make messages` keeps this file in step with the code.\n#"
WIDTH = 110


def empty(language: str | None = None) -> Catalog:
    """A catalogue with nothing in it."""
    name = f"the language {language}" if language else "English"
    return Catalog(
        locale=language,
        header_comment=HEADER.format(name),
        project="Setgram",
        version="1",
        msgid_bugs_address="Setgram",
        creation_date=NO_DATE,
        revision_date=NO_DATE,
        last_translator="Setgram",
        language_team="Setgram",
        fuzzy=False,
    )


def template() -> Catalog:
    """All that the code says."""
    catalogue = empty()
    for path, _, text, _, context in extract_from_dir(CODE, [("**.py", "python")], keywords=KEYWORDS):
        catalogue.add(text, locations=[(Path(path).as_posix(), 0)], context=context)
    for context, one, many in in_context():
        catalogue.add((one, many) if many else one, locations=[("words.py", 0)], context=context)
    return catalogue


def po_path(language: str) -> Path:
    """The file that people edit."""
    return catalogue_path(language).with_suffix(".po")


def read(language: str) -> Catalog:
    """A language's catalogue as it lies there."""
    with po_path(language).open("rb") as file:
        return read_po(file, language)


def updated(language: str, said: Catalog) -> Catalog:
    """A language's catalogue with exactly what the code says in it, translated as far as it was."""
    old = read(language) if po_path(language).exists() else empty(language)
    new = empty(language)
    for message in texts(said):
        known = old.get(message.id, message.context)
        string = known.string if known is not None and not known.fuzzy else ""
        new.add(message.id, string, message.locations, context=message.context)
    return new


def texts(catalogue: Catalog) -> Iterator[Message]:
    """A catalogue's entries without its header."""
    return (message for message in catalogue if message.id)


def po_bytes(catalogue: Catalog) -> bytes:
    """A catalogue as the file that people edit."""
    file = io.BytesIO()
    write_po(file, catalogue, width=WIDTH, include_lineno=False)
    return file.getvalue()


def mo_bytes(catalogue: Catalog) -> bytes:
    """A catalogue as the file that is read at run time."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def untranslated(catalogue: Catalog) -> list[str]:
    """What still has to be said in a catalogue's language, by its English text."""
    return [
        " / ".join(message.id) if isinstance(message.id, tuple) else message.id
        for message in texts(catalogue)
        if not all(message.string if isinstance(message.string, tuple) else (message.string,))
    ]


def main(new: list[str]) -> None:
    """Bring every catalogue up to date, and begin new ones."""
    said = template()
    for language in (*(code for code in languages() if code != SOURCE), *new):
        catalogue = updated(language, said)
        po_path(language).parent.mkdir(parents=True, exist_ok=True)
        po_path(language).write_bytes(po_bytes(catalogue))
        catalogue_path(language).write_bytes(mo_bytes(catalogue))
        left = untranslated(catalogue)
        sys.stdout.write(f"{language}: {len(said) - len(left)} of {len(said)} texts are translated\n")
        sys.stdout.writelines(f"    {text!r}\n" for text in left)


if __name__ == "__main__":
    main(sys.argv[1:])
