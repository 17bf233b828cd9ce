"""Rows of the table: one for each API and each other name of it."""


# Parameters that stubs of old releases leave away: nothing says since when they are there.
OFTEN_OMITTED = ("layout", "memory_format", "out", "pin_memory")


class Row:
    """What one release declares of a name; merge_releases puts releases together."""

    def __init__(self, name, kind, overloads=(), sources=()):
        self.name, self.kind = name, kind  # "function", "method", "class"
        self.overloads = list(overloads)
        self.sources = set(sources)  # "stub", "native", "python", "known"
        self.facts = {}              # key -> value; "" for a flag
        self.first = self.last = ""  # Releases.
        self.since = {}              # Parameter -> release.

    def parameters(self):
        return {name for overload in self.overloads for name in overload.names}

    def text(self):
        facts = " ".join(key + ("=" + value if value else "")
                         for key, value in sorted(self.facts.items()))
        overloads = []
        for overload in self.overloads:
            text = overload.text(self.since)
            if text not in overloads:
                overloads.append(text)
        return "\t".join([self.name, self.kind, "%s..%s" % (self.first, self.last),
                          "+".join(sorted(self.sources)), facts, " | ".join(overloads)])


class Alias:
    """Another name of the same thing."""

    kind = "alias"

    def __init__(self, name, target):
        self.name, self.target = name, target
        self.sources = {"python"}

    def text(self):
        return "%s\t= %s" % (self.name, self.target)


class Release:
    """What one release declares: rows by the names that counted in it."""

    def __init__(self, version, package, rows):
        self.version, self.package, self.rows = version, package, rows

    def find(self, name):
        """The row of a name, also by another name of it or of its class, or of a base of that."""
        row = self.rows.get(name)
        if isinstance(row, Alias):
            return self.rows.get(row.target)
        if row is None and "." in name:
            prefix, last = name.rsplit(".", 1)
            owner = self.rows.get(prefix)
            if isinstance(owner, Alias):
                owner = self.rows.get(owner.target)
                row = self.rows.get(owner.name + "." + last) if owner else None
            for base in owner.facts.get("bases", "").split(",") if owner and not row else ():
                row = row or base and self.find(base + "." + last)
        return row or None

    def may_have(self, name):
        """Not found, yet not certainly absent: the release mentions it, or has an unknown base."""
        prefix, last = name.rsplit(".", 1)
        owner = self.find(prefix)
        if owner is None:
            return self.package.mentions(prefix, last)
        # A method: of a class that is known, with all its bases.
        defined = [n for n, row in self.rows.items() if isinstance(row, Alias) and row.target == owner.name]
        modules = {n.rsplit(".", 1)[0] for n in defined + [owner.name]}
        bases = owner.facts.get("bases", "").split(",") if "bases" in owner.facts else []
        return any(b not in self.rows for b in bases) or any(self.package.mentions(m, last) for m in modules)


def merge_releases(releases):
    """Releases, oldest first -> {name: Row or Alias} over all of them.

    The newest release that has a name says whether it is the name that counts.
    """
    merged = {}
    for release in releases:
        merged.update(release.rows)
    for name, row in merged.items():
        if isinstance(row, Row):
            merged[name] = merge_row(name, releases)
    return merged


def merge_row(name, releases):
    """The newest row, with what the older ones say of its age and that of its parameters."""
    versions = [(release.version, release.find(name)) for release in releases]
    having = [index for index, (_, row) in enumerate(versions) if row]
    versions = [versions[index] for index in having]
    newest = versions[-1][1]
    row = Row(name, newest.kind, newest.overloads, newest.sources)
    row.facts = dict(newest.facts)
    row.first, row.last = versions[0][0], versions[-1][0]
    if any(release.may_have(name) for release in releases[:having[0]]):
        row.first = "?"
    if any(release.may_have(name) for release in releases[having[-1] + 1:]):
        row.last = "?"
    if having[0] == 0:
        row.first = ""  # As old as the oldest release, or older.
    declared = [(version, older) for version, older in versions if older.overloads]
    if not row.overloads and declared:
        row.overloads, row.sources = declared[-1][1].overloads, row.sources | declared[-1][1].sources
    lost = {}
    # Stubs of old releases call a parameter by its type, as `_int`, where it has a name now.
    unnamed = any(name.startswith("_") for _, older in declared[:-1] for name in older.parameters()
                  ) and not any(name.startswith("_") for name in row.parameters())
    for name in () if unnamed else sorted({name for _, older in declared for name in older.parameters()}):
        having = [version for version, older in declared if name in older.parameters()]
        if having[-1] != declared[-1][0]:
            lost[name] = having[-1]
        elif having[0] != declared[0][0] and name not in OFTEN_OMITTED:
            row.since[name] = having[0]
    if lost:
        row.facts["gone"] = ",".join("%s@%s" % item for item in lost.items())
    return row


def row_texts(rows):
    """Sorted by the bytes of the name."""
    return [rows[name].text() for name in sorted(rows, key=lambda n: n.encode())]
