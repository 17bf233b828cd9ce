#!/usr/bin/env python3
"""Makes analyzers/torch/apis.tsv: what is declared of torch, Triton, einops and libraries on them.

  tools/api_table/make_table.py --torch 1.13.1=DIR --torch 2.6.0=DIR --package triton:3.0.0=DIR \\
      --facts tools/api_table/known_facts.tsv --output analyzers/torch/apis.tsv

DIR is the folder that holds the package ("torch", "triton"). Releases are given in their order, the
newest last; signatures come from the newest that has the name. docs/api_table.md says where the
sources come from and how to add a release; --note puts its line into the header.
"""

import argparse
import sys

from known_facts import apply_facts, read_facts
from python_declarations import Package
from python_library import PACKAGES, read_package
from rows import Release, merge_releases, row_texts
from torch_library import read_torch

HEADER = """\
# What is declared of APIs: see apis.h for the meaning, docs/api_table.md for how it is made.
# Made by tools/api_table/make_table.py; do not edit.
"""


def releases(values):
    return [tuple(value.split("=", 1)) for value in values]


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--torch", action="append", default=[])
    parser.add_argument("--package", action="append", default=[])
    parser.add_argument("--facts", required=True)
    parser.add_argument("--note", action="append", default=[])
    parser.add_argument("--output", required=True)
    options = parser.parse_args(arguments)

    packages = [(version, Package(root, "torch")) for version, root in releases(options.torch)]
    rows = merge_releases([Release(v, package, read_torch(package)) for v, package in packages])
    read = "torch " + ", ".join(version for version, _ in releases(options.torch))
    lines = ["# read: " + read]
    by_package = {}
    for value in options.package:
        name, rest = value.split(":", 1)
        by_package.setdefault(name, []).extend(releases([rest]))
    for name, versions in sorted(by_package.items()):
        packages = [(version, Package(root, name)) for version, root in versions]
        rows.update(merge_releases([Release(version, package, read_package(package, PACKAGES[name]))
                                    for version, package in packages]))
        lines.append("# read: %s %s" % (name, ", ".join(v for v, _ in versions)))
    problems = apply_facts(rows, read_facts(options.facts))
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        return 1
    lines += ["# source: " + note for note in options.note]
    with open(options.output, "w", encoding="utf-8") as file:
        file.write(HEADER + "\n".join(lines) + "\n")
        file.write("".join(text + "\n" for text in row_texts(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
