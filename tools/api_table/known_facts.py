"""Facts that no declaration states: which arguments a collective writes, which calls wait.

A line of the file: names, blanks between them; a tab; facts as in the table. A name may end in the
parameters of the one overload that is meant: `torch.where(condition)`. `returns=`, `dtype=` and
`shape=` are facts of overloads, `-key` takes a fact away, the rest are facts of the API.
"""

OF_OVERLOADS = ("returns", "dtype", "shape")


def read_facts(path):
    """[(line number, name, parameters or None, {key: value})]"""
    found = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if not line or line.startswith("#"):
                continue
            names, _, facts = line.partition("\t")
            pairs = dict(fact.partition("=")[::2] for fact in facts.split())
            for name in names.split():
                name, _, parameters = name.partition("(")
                found.append((number, name, parameters[:-1].split(",") if parameters else None, pairs))
    return found


def apply_facts(rows, facts):
    """Puts them on the rows; returns what does not fit."""
    problems = []
    for number, name, parameters, pairs in facts:
        row = rows.get(name)
        if row is None or row.kind == "alias":
            problems.append("line %d: %s is not declared" % (number, name))
            continue
        overloads = [o for o in row.overloads if parameters is None
                     or [n for n in o.names if n != "out"] == parameters]
        if parameters is not None and not overloads:
            problems.append("line %d: %s has no overload (%s)" % (number, name, ",".join(parameters)))
        row.sources.add("known")
        for key, value in pairs.items():
            if key.lstrip("-") in OF_OVERLOADS:
                for overload in overloads:
                    if key == "dtype" and overload.result not in ("tensor", "self", "?"):
                        continue  # What several tensors are of is not one dtype.
                    setattr(overload, "result" if key == "returns" else key.lstrip("-"), value)
            elif key.startswith("-"):
                row.facts.pop(key[1:], None)
            else:
                row.facts[key] = value
                problems += _unknown_parameter(number, row, key, value)
    return problems


def _unknown_parameter(number, row, key, value):
    if key not in ("writes", "reads", "group", "async") or value in row.parameters():
        return []
    return ["line %d: %s has no parameter %s" % (number, row.name, value)]
