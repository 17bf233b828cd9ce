"""Draws a dashboard from its JSON and Prometheus' answers: a preview, not Grafana.

    html = preview.draw(dashboard, ask)     # ask(path, parameters) as prometheus.Prometheus.ask

To look at, and for docs/images; keep_picture() makes a PNG of it with Chromium.
"""

import html
import math
import subprocess
import time

import prometheus

UNIT = 1360 / 24  # Pixels of a column.
ROW = 34          # Pixels of a row of the grid.
STEPS = 60
COLORS = ["#5794f2", "#73bf69", "#f2cc0c", "#ff780a", "#f2495c", "#b877d9", "#8ab8ff", "#96d98d",
          "#ffee52", "#ffb357", "#ff7383", "#ca95e5"]
NAMED = {"green": "#73bf69", "orange": "#ff9830", "red": "#f2495c", "blue": "#5794f2",
         "yellow": "#f2cc0c", "purple": "#b877d9"}


def number(value, unit, decimals=None):
    if unit == "percentunit":
        return f"{100 * value:.{1 if decimals is None else decimals}f} %"
    if unit == "s":
        for limit, factor, name in [(1, 1e3, "ms"), (120, 1, "s"), (7200, 1 / 60, "min")]:
            if value < limit:
                return f"{value * factor:.3g} {name}"
        return f"{value / 3600:.3g} h"
    if unit == "bytes":
        power = min(3, int(math.log(max(value, 1), 1024)))
        return f"{value / 1024 ** power:.3g} {['B', 'KiB', 'MiB', 'GiB'][power]}"
    suffix = {"reqps": " /s", "ops": " /s"}.get(unit, "")
    return (f"{value:.{decimals}f}" if decimals is not None else f"{value:.3g}") + suffix


def legend(template, labels):
    text = template or ", ".join(value for key, value in sorted(labels.items())
                                 if key != "__name__") or "value"
    for key, value in labels.items():
        text = text.replace("{{" + key + "}}", value)
    return text


def color_of(panel, value):
    color = "blue"
    for step in panel["fieldConfig"]["defaults"]["thresholds"]["steps"]:
        if step["value"] is None or value >= step["value"]:
            color = step["color"]
    return NAMED.get(color, color)


def curve_color(panel, name, index):
    for override in panel["fieldConfig"]["overrides"]:
        if override["matcher"]["options"] == name:
            return NAMED[override["properties"][0]["value"]["fixedColor"]]
    return COLORS[index % len(COLORS)]


def now_values(panel, ask):
    found = []
    for target in panel["targets"]:
        answer = ask("query", {"query": prometheus.plain(target["expr"])})
        for series in answer["result"]:
            value = float(series["value"][1])
            if not math.isnan(value):
                found.append((legend(target["legendFormat"], series["metric"]), value))
    return sorted(found, key=lambda entry: -entry[1])


def curves(panel, ask, seconds):
    end = time.time()
    found = []
    for target in panel["targets"]:
        answer = ask("query_range", {"query": prometheus.plain(target["expr"]), "end": end,
                                     "start": end - seconds, "step": seconds / STEPS})
        for series in answer["result"]:
            points = [(float(at) - end + seconds, float(value)) for at, value in series["values"]
                      if value not in ("NaN", "+Inf")]
            if points:
                found.append((legend(target["legendFormat"], series["metric"]), points))
    return found[:24], len(found) - 24


def chart(panel, ask, seconds, width, height):
    series, left_out = curves(panel, ask, seconds)
    custom = panel["fieldConfig"]["defaults"].get("custom", {})
    is_stacked = custom.get("stacking", {}).get("mode") == "normal"
    plot_width, plot_height = width - 70, height - 70
    sums = {}
    for index, (name, points) in enumerate(series):
        placed = []
        for at, value in points:
            base = sums.get(round(at, 3), 0) if is_stacked else 0
            placed.append((at, base, base + value))
            sums[round(at, 3)] = base + value if is_stacked else 0
        series[index] = (name, placed)
    top = max([high for _, points in series for _, _, high in points] + [1e-9])
    unit = panel["fieldConfig"]["defaults"]["unit"]
    svg = []
    for part in (0, 0.5, 1):
        y = 8 + plot_height * (1 - part)
        svg.append(f'<line x1="60" x2="{width - 10}" y1="{y}" y2="{y}" stroke="#2f3338"/>'
                   f'<text x="54" y="{y + 4}" text-anchor="end">'
                   f"{html.escape(number(top * part, unit))}</text>")
    for index, (name, points) in enumerate(series):
        color = curve_color(panel, name, index)
        spots = [(60 + plot_width * at / seconds, 8 + plot_height * (1 - low / top),
                  8 + plot_height * (1 - high / top)) for at, low, high in points]
        if custom.get("drawStyle") == "bars":
            bar = max(1, plot_width / STEPS - 1)
            svg += [f'<rect x="{x - bar:.1f}" y="{high:.1f}" width="{bar:.1f}" '
                    f'height="{max(0, low - high):.1f}" fill="{color}"/>' for x, low, high in spots]
        else:
            line = " ".join(f"{x:.1f},{high:.1f}" for x, _, high in spots)
            svg.append(f'<polyline points="{line}" fill="none" stroke="{color}" '
                       f'stroke-width="1.5"/>')
    marks = "".join(f'<span><i style="background:{curve_color(panel, name, i)}"></i>'
                    f"{html.escape(name)}</span>" for i, (name, _) in enumerate(series))
    if left_out > 0:
        marks += f"<span>and {left_out} more</span>"
    empty = "" if series else '<text x="50%" y="50%" text-anchor="middle">no data</text>'
    return (f'<svg width="{width}" height="{height - 56}">{"".join(svg)}{empty}</svg>'
            f'<div class="legend">{marks}</div>')


def body(panel, ask, seconds, width, height):
    kind = panel["type"]
    if kind == "timeseries":
        return chart(panel, ask, seconds, width, height)
    defaults = panel["fieldConfig"]["defaults"]
    values = now_values(panel, ask)
    texts = [(name, number(value, defaults["unit"], defaults.get("decimals")),
              color_of(panel, value), value) for name, value in values]
    if not texts:
        return "<p>no data</p>"
    if kind == "stat":
        cells = "".join(f'<div style="color:{color}"><b>{html.escape(text)}</b>'
                        + (f"<small>{html.escape(name)}</small>" if len(texts) > 1 else "")
                        + "</div>" for name, text, color, _ in texts)
        return f'<div class="stat">{cells}</div>'
    most = max(value for *_, value in texts) or 1
    rows = "".join(
        f"<tr><td>{html.escape(name)}</td><td style='width:45%'>"
        + (f'<div class="bar" style="width:{100 * value / most:.0f}%;background:{color}"></div>'
           if kind == "bargauge" else "")
        + f"</td><td style='color:{color};text-align:right'>{html.escape(text)}</td></tr>"
        for name, text, color, value in texts[:15])
    return f"<table>{rows}</table>"


STYLE = """
body{background:#111217;color:#ccccdc;font:12px sans-serif;margin:0;width:1376px}
h1{font-size:17px;margin:10px 12px 0}p.note{margin:3px 12px 8px;color:#9a9ab0}
main{position:relative;margin:0 8px}
section{position:absolute;background:#181b1f;border:1px solid #2a2d33;border-radius:3px;
overflow:hidden}section h2{font-size:12px;margin:5px 8px}h3{position:absolute;margin:8px 4px;
font-size:13px}text{fill:#9a9ab0;font-size:10px}.legend{font-size:11px;margin:0 8px;height:28px;
overflow:hidden}.legend span{margin-right:10px}.legend i{display:inline-block;width:9px;height:3px;
margin:0 4px 3px 0}.stat{display:flex;justify-content:space-around;text-align:center;
margin-top:4px}.stat b{font-size:25px;display:block}.stat small{color:#9a9ab0}
table{width:96%;margin:0 2%;border-collapse:collapse}td{border-bottom:1px solid #24272d;
padding:3px 5px}.bar{height:11px;border-radius:2px}
"""


def draw(dashboard, ask, seconds):
    parts, bottom = [], 0
    for panel in dashboard["panels"]:
        place = panel["gridPos"]
        left, top = place["x"] * UNIT, place["y"] * ROW
        width, height = place["w"] * UNIT - 6, place["h"] * ROW - 6
        bottom = max(bottom, top + height)
        if panel["type"] == "row":
            parts.append(f'<h3 style="left:{left}px;top:{top}px">{panel["title"]}</h3>')
            continue
        parts.append(
            f'<section style="left:{left:.0f}px;top:{top:.0f}px;width:{width:.0f}px;'
            f'height:{height:.0f}px"><h2>{html.escape(panel["title"])}</h2>'
            + body(panel, ask, seconds, int(width), int(height)) + "</section>")
    note = ("Preview of k8s/grafana, drawn by tests/observability/preview.py from Prometheus' "
            "answers; this is not Grafana. Test data.")
    page = (f'<!doctype html><meta charset="utf-8"><style>{STYLE}</style>'
            f'<h1>{html.escape(dashboard["title"])}</h1><p class="note">{note}</p>'
            f'<main style="height:{bottom + 12:.0f}px">{"".join(parts)}</main>')
    return page, int(bottom + 90)


def keep_picture(page, height, path):
    """Writes PATH.html and PATH.png."""
    with open(path + ".html", "w", encoding="utf-8") as file:
        file.write(page)
    subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
         f"--window-size=1376,{height}", f"--screenshot={path}.png", f"file://{path}.html"],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
