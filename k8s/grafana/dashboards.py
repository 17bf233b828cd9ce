#!/usr/bin/env python3
"""Writes the Grafana dashboards from review_trends.py and operations.py.

usage: dashboards.py FOLDER    (writes review_trends.json and operations.json there)

A dashboard is a list of rows; a row a title and panels from left to right. Places on the 24-column
grid and ids follow from the order, so that nobody has to count.
"""

import json
import os
import sys

DATASOURCE = {"type": "prometheus", "uid": "${datasource}"}
COLUMNS = 24
GATEWAY = "${gateway}"  # Where people reach the page; a variable of the dashboard.
# What a reader knows by its colour, in every panel.
COLORS = {
    "severity": {"p0": "red", "p1": "orange", "p2": "yellow", "p3": "blue"},
    "conclusion": {"blocked": "red", "incomplete": "orange", "findings": "blue",
                   "success": "green"},
    "novelty": {"new": "blue", "persisting": "purple", "fixed": "green"},
    "vote": {"not_useful": "red", "useful": "green", "fixed": "blue"},
    "state": {"reviewed": "green", "dead": "red", "failed": "red"},
    "result": {"failed": "red"},
}


def panel(title, description, queries, unit="short", width=8, height=8, kind="timeseries",
          stacked=False, thresholds=None, decimals=None, most=None, bars=False, link=None):
    """One panel. `queries` is one or more (PromQL, legend); `thresholds` is [(value, color)…];
    `link` is (title, address below the gateway), opened from a value."""
    if isinstance(queries[0], str):
        queries = [queries]
    steps = [{"color": "green" if thresholds else "blue", "value": None}]
    steps += [{"color": color, "value": value} for value, color in thresholds or []]
    defaults = {"unit": unit, "thresholds": {"mode": "absolute", "steps": steps}}
    if most is not None:
        defaults.update({"min": 0, "max": most})
    if decimals is not None:
        defaults["decimals"] = decimals
    if link is not None:
        defaults["links"] = [{"title": link[0], "url": GATEWAY + link[1], "targetBlank": True}]
    is_now = kind in ("stat", "table", "bargauge")
    if kind == "timeseries":
        defaults["custom"] = {
            "drawStyle": "bars" if bars else "line", "lineWidth": 1,
            "fillOpacity": 70 if bars else 20 if stacked else 8,
            "showPoints": "never", "spanNulls": not bars,
            "stacking": {"mode": "normal" if stacked else "none", "group": "A"},
            "thresholdsStyle": {"mode": "line" if thresholds else "off"}}
        defaults["color"] = {"mode": "palette-classic"}
        defaults.setdefault("min", 0)
    else:
        defaults["color"] = {"mode": "thresholds"}
    # Bars of less than an hour would be noise in a trend.
    interval = {"interval": "1h"} if any("$__interval" in query for query, _ in queries) else {}
    return {"type": kind, "title": title, "description": description, "datasource": DATASOURCE,
            **interval,
            "gridPos": {"w": width, "h": height},
            "targets": [{"refId": chr(ord("A") + i), "datasource": DATASOURCE, "expr": expression,
                         "legendFormat": legend, "range": not is_now, "instant": is_now,
                         "format": "table" if kind == "table" else "time_series"}
                        for i, (expression, legend) in enumerate(queries)],
            "fieldConfig": {"defaults": defaults,
                            "overrides": fixed_colors(queries) if kind == "timeseries" else []},
            "options": options(kind)}


def fixed_colors(queries):
    labels = [label for label in COLORS for _, legend in queries if legend == "{{%s}}" % label]
    return [{"matcher": {"id": "byName", "options": name},
             "properties": [{"id": "color", "value": {"mode": "fixed", "fixedColor": color}}]}
            for label in labels for name, color in COLORS[label].items()]


def options(kind):
    reduce = {"calcs": ["lastNotNull"], "fields": "", "values": False}
    if kind == "stat":
        return {"reduceOptions": reduce, "colorMode": "value", "graphMode": "none",
                "justifyMode": "auto", "orientation": "auto", "textMode": "auto"}
    if kind == "bargauge":
        return {"reduceOptions": reduce, "displayMode": "gradient", "orientation": "horizontal",
                "showUnfilled": True, "valueMode": "color"}
    if kind == "table":
        return {"showHeader": True, "cellHeight": "sm"}
    return {"legend": {"displayMode": "list", "placement": "bottom", "showLegend": True,
                       "calcs": []},
            "tooltip": {"mode": "multi", "sort": "desc"}}


def table(title, description, queries, **more):
    """A table of one query; columns that say nothing are hidden."""
    made = panel(title, description, queries, kind="table", **more)
    made["transformations"] = [
        {"id": "organize", "options": {"excludeByName": {"Time": True, "__name__": True},
                                       "indexByName": {}, "renameByName": {}}},
        {"id": "sortBy", "options": {"sort": [{"field": "Value", "desc": True}]}}]
    return made


def query_variable(name, label, metric, key):
    return {"name": name, "label": label, "type": "query", "datasource": DATASOURCE,
            "query": {"query": f"label_values({metric}, {key})", "refId": name}, "refresh": 2,
            "sort": 1, "multi": True, "includeAll": True, "allValue": ".*",
            "current": {"text": ["All"], "value": ["$__all"]}}


def gateway_variable():
    return {"name": "gateway", "label": "Page", "type": "textbox",
            "description": "Address of AllReview's page, for links.",
            "query": "http://localhost:8080",
            "current": {"text": "http://localhost:8080", "value": "http://localhost:8080"}}


def annotation(name, expression, title, color):
    """A mark where a query has a value."""
    return {"name": name, "datasource": DATASOURCE, "enable": True, "iconColor": color,
            "target": {"refId": "Anno", "expr": expression, "interval": "60s"},
            "titleFormat": title}


def new_values(metric, label):
    """Values of a label that were not there ten minutes ago."""
    return (f"count by ({label}) ({metric} == 1) unless "
            f"count by ({label}) ({metric} offset 10m == 1)")


ANNOTATIONS = [
    annotation("Engine changes", new_values("allreview_build_info", "version"),
               "Engine {{version}}", "purple"),
    annotation("Rules change", new_values("allreview_rules_info", "rules"), "Rules {{rules}}",
               "blue"),
]


def dashboard(uid, title, description, variables, rows, time_from, refresh):
    source = {"name": "datasource", "label": "Data source", "type": "datasource",
              "query": "prometheus", "refresh": 1, "current": {}}
    return {"uid": uid, "title": title, "description": description, "tags": ["allreview"],
            "schemaVersion": 39, "version": 1, "editable": True, "graphTooltip": 1,
            "timezone": "browser", "time": {"from": time_from, "to": "now"}, "refresh": refresh,
            "templating": {"list": [source] + variables}, "annotations": {"list": ANNOTATIONS},
            "links": [{"type": "dashboards", "tags": ["allreview"], "title": "AllReview",
                       "asDropdown": True, "includeVars": False, "keepTime": True,
                       "targetBlank": False, "icon": "external link", "tooltip": "", "url": ""}],
            "panels": place(rows)}


def place(rows):
    panels, top = [], 0
    for title, members in rows:
        panels.append({"type": "row", "title": title, "collapsed": False, "panels": [],
                       "gridPos": {"x": 0, "y": top, "w": COLUMNS, "h": 1}})
        top += 1
        left, tallest = 0, 0
        for member in members:
            if left + member["gridPos"]["w"] > COLUMNS:
                left, top, tallest = 0, top + tallest, 0
            member["gridPos"].update({"x": left, "y": top})
            left += member["gridPos"]["w"]
            tallest = max(tallest, member["gridPos"]["h"])
            panels.append(member)
        top += tallest
    for number, made in enumerate(panels, start=1):
        made["id"] = number
    return panels


def main():
    import operations
    import review_trends
    for module in (review_trends, operations):
        path = os.path.join(sys.argv[1], module.__name__ + ".json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(module.make(), file, indent=1, ensure_ascii=False)
            file.write("\n")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.modules["dashboards"] = sys.modules["__main__"]
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    main()
