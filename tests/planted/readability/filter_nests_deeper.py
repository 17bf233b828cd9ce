# --- megalith/data/filter.py before
"""Filters of documents."""


def keep(documents, limit):
    """Yields the documents that are long enough."""
    for document in documents:
        if document.is_open:
            yield from (page for page in document.pages if page.size >= limit)
# --- megalith/data/filter.py after
"""Filters of documents."""


def keep(documents, limit):
    """Yields the documents that are long enough."""
    for document in documents:
#if defect
        if document.is_open:
            for page in document.pages:
                while page.has_header:  # expect: deeper-nesting
                    page = page.without_header()
                if page.size >= limit:
                    yield page
#else
        if not document.is_open:
            continue
        for page in document.pages:
            while page.has_header:
                page = page.without_header()
            if page.size >= limit:
                yield page
#endif
# --- tests/test_filter.py unchanged
from megalith.data.filter import keep


def test_keeps_nothing_of_nothing():
    assert list(keep([], 3)) == []
