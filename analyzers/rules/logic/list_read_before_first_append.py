def collect(records):
    rows = []
    for record in records:
        row = {"id": record.id}
        if record.routing is not None:
            rows[-1]["routing"] = record.routing  # expect: list-read-before-first-append
        rows.append(row)
    return rows


def nested(batches, keep):
    names = []
    for batch in batches:
        for record in batch:
            size = record.size
            if size:
                if keep:
                    names[0].add(size)  # expect: list-read-before-first-append
            names.append({size})
    return names


def always(records):
    rows = list()
    while records:
        rows[-1].next = records.pop()  # expect: list-read-before-first-append
        rows.append(records[0])
    return rows


def counted(records):
    rows = []
    for i, record in enumerate(records):
        if i:
            rows[-1].next = record  # silent: not on the first turn
        rows.append(record)
    return rows


def handed_on(records):
    rows = []
    before = None
    for record in records:
        if before:
            rows[-1].next = record  # silent: the turn before decides
        rows.append(record)
        before = record
    return rows


def asks_list(records):
    rows = []
    for record in records:
        if rows:
            rows[-1].next = record  # silent: asks the list
        rows.append(record)
    return rows


def pieces(tokens):
    words = []
    for token in tokens:
        if token.startswith("##"):
            words[-1] += token[2:]  # silent: added to, or begun
        else:
            words.append(token)
    return words


def compared(spans):
    merged = []
    for span in spans:
        if span.start > 0:
            merged[-1].end = span.start  # silent: the first one may begin at 0
        merged.append(span)
    return merged


def left(records):
    rows = []
    for record in records:
        if record.is_first:
            rows.append(record)
            continue
        rows[-1].next = record  # silent: something is in it
        rows.append(record)
    return rows


def skipped(records, first):
    rows = []
    for record in records:
        if record is first:
            continue
        if record.size:
            rows[-1].next = record  # silent: turns may end before
        rows.append(record)
    return rows


def given(records, rows):
    for record in records:
        rows[-1].next = record  # silent: not made here
        rows.append(record)
    return rows


def caught(records):
    rows = []
    for record in records:
        try:
            rows[-1].next = record  # silent: somebody waits for it
        except IndexError:
            pass
        rows.append(record)
    return rows
