#!/usr/bin/env python3
"""Adds up the results of one `bazel test --build_event_json_file=EVENTS` run.

usage: test_summary.py EVENTS [--bazel_status=N]

EVENTS names the test.xml files of this very run, cached results included; files left over from
earlier runs do not count. A target that did not build, or a test that died without a report, is
one failure. The last line is 'N passed, N failed'.
"""

import argparse
import json
import sys
import urllib.parse
import xml.etree.ElementTree


def read_events(path):
    """Returns ({test: report path}, {test: status}, labels of all configured tests)."""
    reports, statuses, expected = {}, {}, set()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            event = json.loads(line)
            event_id = event.get("id", {})
            if "testResult" in event_id:
                result = event_id["testResult"]
                key = (result["label"], result.get("run", 1), result.get("shard", 1))
                for output in event["testResult"].get("testActionOutput", []):
                    if output["name"] == "test.xml":
                        reports[key] = urllib.parse.unquote(output["uri"][len("file://"):])
                statuses[key] = event["testResult"].get("status")
            elif "targetConfigured" in event_id:
                if "_test rule" in event.get("configured", {}).get("targetKind", ""):
                    expected.add(event_id["targetConfigured"]["label"])
    return reports, statuses, expected


def count_cases(label, report):
    """Returns (passed, failed, skipped) of one test.xml, naming what did not pass."""
    passed = failed = skipped = 0
    for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
        name = "%s %s.%s" % (label, case.get("classname", ""), case.get("name"))
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
            print("FAIL " + name)
        elif case.find("skipped") is not None or "skipped" in (case.get("status"), case.get("result")):
            skipped += 1
            print("SKIP " + name)
        elif case.get("status") != "notrun":
            passed += 1
    return passed, failed, skipped


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("events")
    parser.add_argument("--bazel_status", type=int, default=0)
    options = parser.parse_args()

    reports, statuses, expected = read_events(options.events)
    passed = failed = skipped = 0
    for label in sorted(expected - {key[0] for key in statuses}):
        failed += 1
        print("FAIL %s: did not build" % label)
    for key in sorted(statuses):
        counts = count_cases(key[0], reports[key]) if key in reports else (0, 0, 0)
        if statuses[key] not in ("PASSED", "FLAKY") and not counts[1]:
            counts = (counts[0], 1, counts[2])
            print("FAIL %s: %s" % (key[0], statuses[key]))
        passed, failed, skipped = passed + counts[0], failed + counts[1], skipped + counts[2]
    if options.bazel_status and not failed:
        failed = 1
        print("FAIL bazel ended with %d before the tests" % options.bazel_status)
    if skipped:
        print("%d skipped" % skipped)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
