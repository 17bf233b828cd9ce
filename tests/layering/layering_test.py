#!/usr/bin/env python3
"""Each folder uses only what layers.txt lets it, and no folders use each other in a circle.

usage: layering_test.py WORKSPACE LAYERS LIBRARIES

LIBRARIES is `bazel query --output=xml` of what the programs are made of. Of each library that is not
for tests, the includes of its files and its dependencies count: A -> B means that a file in folder A
includes one in folder B, or that a library of A depends on one of B whose files it need not include.
"""

import collections
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
SOURCES = (".h", ".cc", ".cu", ".cuh")
# Above the table: what looks at the product from outside.
ABOVE = ("tests", "tools", "docs", "k8s")
# Below it: what all may use.
BELOW = ("bazel", "third_party")


def parse_layers(text):
    """Returns ({folder: folders that it may use}, {(user, used) of circles that are still open})."""
    layers, known = {}, set()
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        if " -> " in line:
            known.add(tuple(line.split(" -> ")))
            continue
        name, _, used = line.partition(":")
        if name in layers:
            raise ValueError("two lines for " + name)
        layers[name] = used.split()
    for name, used in layers.items():
        for other in used:
            if not is_below(other, BELOW) and not any(is_below(key, [other]) for key in layers):
                raise ValueError("%s may use %s, which no line describes" % (name, other))
    return layers, known


def is_below(path, folders):
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def layer_of(path, layers):
    """The longest name of the table that is `path` or above it; empty if there is none."""
    while path and path not in layers:
        path = path.rpartition("/")[0]
    return path


def is_allowed(user, used, layers):
    """Whether layer `user` may use layer `used`."""
    if user == used:
        return True
    for name in layers[user]:
        # A line of its own takes a folder out of its parent's name where the parent has one, too.
        if used == name or (used.startswith(name + "/") and name not in layers):
            return True
    return False


def read_libraries(text):
    """Returns {label: (files, labels of dependencies)} of libraries that are not for tests."""
    libraries = {}
    for rule in xml.etree.ElementTree.fromstring(text).iter("rule"):
        if rule.find("boolean[@name='testonly'][@value='true']") is not None:
            continue
        files, deps = [], []
        for edge in rule.iter("rule-input"):
            folder, _, name = edge.get("name").removeprefix("//").partition(":")
            if not edge.get("name").startswith("//"):
                continue
            if name.endswith(SOURCES):
                files.append((folder + "/" if folder else "") + name)
            else:
                deps.append(edge.get("name"))
        libraries[rule.get("name")] = (files, deps)
    return libraries


def package(label):
    return label.removeprefix("//").partition(":")[0]


def uses(libraries, read):
    """Returns {(user folder, used folder): an example} of all files that `read` can open."""
    edges = {}
    for label, (files, deps) in sorted(libraries.items()):
        for path in files:
            folder = os.path.dirname(path)
            for included in INCLUDE.findall(read(path)):
                used = os.path.dirname(included)
                if used != folder and "/" in included:
                    edges.setdefault((folder, used), "%s includes %s" % (path, included))
        for dep in deps:
            # Within a package, and where files lie below it, the includes tell more.
            if files and all(os.path.dirname(path) == package(label) for path in files):
                found = libraries.get(dep)
                if found and found[0] and all(os.path.dirname(path) == package(dep) for path in found[0]):
                    if package(dep) != package(label):
                        edges.setdefault((package(label), package(dep)), "%s depends on %s" % (label, dep))
    return edges


def circles(edges):
    """Returns one shortest circle of folders, as a list, for each edge that closes one; no circle twice."""
    after = collections.defaultdict(list)
    for user, used in sorted(edges):
        after[user].append(used)
    found, seen = [], set()
    for user, used in sorted(edges):
        # Breadth first from `used` back to `user`.
        came_from, queue = {used: None}, collections.deque([used])
        while queue and user not in came_from:
            at = queue.popleft()
            for following in after[at]:
                if following not in came_from:
                    came_from[following] = at
                    queue.append(following)
        if user not in came_from:
            continue
        path, at = [], user
        while at is not None:
            path.append(at)
            at = came_from[at]
        path = path[::-1]  # used … user
        if frozenset(path) not in seen:
            seen.add(frozenset(path))
            found.append([user] + path)
    return found


def check(layers, known, edges, folders):
    """Returns what is wrong, a line each. `folders` have product code and must be in the table."""
    wrong = []
    first_party = {pair: why for pair, why in edges.items() if not is_below(pair[1], BELOW)}
    for folder in sorted(folders):
        if not layer_of(folder, layers):
            wrong.append("%s belongs to no line of layers.txt" % folder)
    for (user, used), why in sorted(edges.items()):
        if is_below(used, ABOVE):
            wrong.append("%s: product code does not use %s" % (why, used.split("/")[0]))
            continue
        user_layer, used_layer = layer_of(user, layers), layer_of(used, layers)
        if user_layer and used_layer and not is_allowed(user_layer, used_layer, layers):
            wrong.append("%s: %s may not use %s" % (why, user_layer, used_layer))
    for circle in circles({pair for pair in first_party if pair not in known}):
        steps = ["%s -> %s (%s)" % (a, b, first_party[a, b]) for a, b in zip(circle, circle[1:])]
        wrong.append("folders use each other in a circle:\n    " + "\n    ".join(steps))
    closed = circles(first_party)
    for user, used in sorted(known):
        if not any((user, used) in zip(circle, circle[1:]) for circle in closed):
            wrong.append("%s -> %s closes no circle any more; take it out of layers.txt" % (user, used))
    return wrong


def main():
    root = os.path.dirname(os.path.realpath(sys.argv[1]))

    def read(path):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            return file.read()

    with open(sys.argv[2], encoding="utf-8") as file:
        layers, known = parse_layers(file.read())
    with open(sys.argv[3], encoding="utf-8") as file:
        libraries = read_libraries(file.read())
    tracked = set(subprocess.run(["git", "ls-files", *("*" + end for end in SOURCES)], cwd=root, check=True,
                                 capture_output=True, text=True).stdout.split())
    libraries = {label: ([path for path in files if path in tracked], deps)
                 for label, (files, deps) in libraries.items() if not is_below(package(label), BELOW + ABOVE)}
    edges = uses(libraries, read)
    edges = {pair: why for pair, why in edges.items()
             if any(os.path.isdir(os.path.join(root, used)) for used in pair[1:])}
    folders = {os.path.dirname(path) for files, _ in libraries.values() for path in files}
    wrong = check(layers, known, edges, folders)
    unseen = [name for name in layers if name != "proto" and not any(layer_of(f, layers) == name for f in folders)]
    wrong += ["%s has no code that a program is made of; name its program in BUILD.bazel" % name for name in unseen]
    for line in wrong:
        print("layering: " + line)
    print("layering: %d folders, %d edges between them, %d not allowed" % (len(folders), len(edges), len(wrong)))
    return 1 if wrong or len(edges) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
