"""Pictures kept as they were when somebody last looked at them.

`python -m tests.render.golden` draws them anew: look at every one of them before committing it.
"""

from __future__ import annotations

from pathlib import Path

from engine.card import card_of
from engine.look import Design, Look, Palette
from render.cards_image import row_png
from render.table_image import table_png
from tests.render.tables import dealt

IMAGES = Path(__file__).parents[1] / "data" / "images"


def pictures() -> dict[str, bytes]:
    """Each kept picture by its name, drawn now."""
    return {
        "original-12": table_png(dealt(12, 12, Look(), fresh=3, seat=1)),
        "modern-dark-marks-21": table_png(dealt(21, 4, Look(Design.MODERN, Palette.DARK, marks=True), fresh=3, seat=6)),
        "safe-marks-15": table_png(dealt(15, 3, Look(Design.ORIGINAL, Palette.SAFE, marks=True))),
        "modern-row": row_png(tuple(card_of(2, at, 1, at) for at in range(3)), Look(Design.MODERN, Palette.MODERN)),
    }


if __name__ == "__main__":
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, png in pictures().items():
        (IMAGES / f"{name}.png").write_bytes(png)
