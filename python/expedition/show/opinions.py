"""An agent's opinion of every choice, as a table for notebooks."""

from __future__ import annotations

from html import escape
from typing import Any

_MOST = 20


def table(analysis: Any) -> str:
    """Return the choices of an analysis as HTML, most visited first, with bars for visits.

    ``analysis`` has ``names``, ``visits`` and ``values`` of equal length.
    """
    rows = sorted(
        zip(map(str, analysis.names), map(int, analysis.visits), map(float, analysis.values), strict=True),
        key=lambda row: (-row[1], -row[2] if row[2] == row[2] else 9.0, row[0]),
    )
    most = max([visits for _, visits, _ in rows] or [1]) or 1
    lines = ["<table><thead><tr><th>action</th><th>visits</th><th></th><th>value</th></tr></thead><tbody>"]
    for name, visits, value in rows[:_MOST]:
        bar = f"display:inline-block;height:0.7em;width:{100 * visits / most:.0f}px;background:#0072b2"
        worth = f"{value:.3f}" if value == value else ""
        lines.append(
            f'<tr><td style="text-align:left">{escape(name)}</td><td>{visits}</td>'
            f'<td style="text-align:left"><span style="{bar}"></span></td><td>{worth}</td></tr>'
        )
    lines.append("</tbody></table>")
    if len(rows) > _MOST:
        lines.append(f"<p>and {len(rows) - _MOST} more choices</p>")
    return "".join(lines)
