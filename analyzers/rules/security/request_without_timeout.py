# --- pkg/fetch.py
import urllib.request

import requests
from requests import post


def fetch(url):
    return requests.get(url).json()  # expect: request-without-timeout


def send(url, rows):
    return post(url, json=rows)  # expect: request-without-timeout


def in_session(url):
    session = requests.Session()
    return session.get(url)  # expect: request-without-timeout


def page(url):
    return urllib.request.urlopen(url).read()  # expect: request-without-timeout


def limited(url):
    a = requests.get(url, timeout=10)  # silent: limited
    b = urllib.request.urlopen(url, None, 10)  # silent: limited, by position
    return a, b


def given(url, options):
    return requests.get(url, **options)  # silent: the options may hold it


def table(rows, name):
    return rows.get(name)  # silent: a dictionary


def other(client, url):
    return client.post(url)  # silent: another library, perhaps with a limit of its own


def waived(url):
    # silent: somebody decided so
    return requests.get(url)  # noqa: S113
# --- tests/test_fetch.py
import requests


def test_fetch(url):
    assert requests.get(url).ok  # silent: a test
