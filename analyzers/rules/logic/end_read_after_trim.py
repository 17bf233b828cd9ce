def strip_marks(doc, marks):
    if doc[0] in marks:
        doc = doc[1:]
    if doc[-1] in marks:  # expect: end-read-after-trim
        doc = doc[:-1]
    return doc


def strip_back(text, keep):
    if text[-1] == "," and keep:
        text = text[:-1]
    if text[0] == ",":  # expect: end-read-after-trim
        return text[1:]
    return text


def drop_both(rows):
    if len(rows) > 3:
        rows = sorted(rows)
    if not rows[0]:
        rows = rows[1:]
    if not rows[-1] or len(rows) == 3:  # silent: asks for its length
        rows = rows[:-1]
    if not rows[0].size:
        rows = rows[1:]
    if rows[-1].size == 0:  # expect: end-read-after-trim
        rows = rows[:-1]
    return rows


def asked(doc, marks):
    if doc[0] in marks:
        doc = doc[1:]
    if doc and doc[-1] in marks:  # silent: tested
        doc = doc[:-1]
    return doc


def prefix(text):
    if text.startswith("a"):
        text = text[1:]
    if text[-1] == "b":  # silent: nothing says that it may be that short
        return text[:-1]
    return text


def later(doc, marks, log):
    if doc[0] in marks:
        doc = doc[1:]
    log(doc)
    if doc[-1] in marks:  # silent: something happens between
        doc = doc[:-1]
    return doc


def more(doc, marks, log):
    if doc[0] in marks:
        log(doc)
        doc = doc[1:]
    if doc[-1] in marks:  # silent: the branch does more
        doc = doc[:-1]
    return doc


def other(doc, marks):
    if doc[0] in marks:
        doc = doc[2:]
    if marks[-1] in doc:  # silent: another sequence
        return marks
    return doc
