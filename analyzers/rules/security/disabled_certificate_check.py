# --- pkg/fetch.py
import ssl

import httpx
import requests


def fetch(url):
    return requests.get(url, timeout=10, verify=False)  # expect: disabled-certificate-check


def client():
    return httpx.Client(verify=False)  # expect: disabled-certificate-check


def in_session(url):
    session = requests.Session()
    return session.get(url, verify=False)  # expect: disabled-certificate-check


ssl._create_default_https_context = (
    ssl._create_unverified_context  # expect: disabled-certificate-check
)


def checked(url):
    return requests.get(url, timeout=10)  # silent: checked by default


def with_authority(url):
    return requests.get(url, timeout=10, verify="/etc/ca.pem")  # silent: checked


def chosen(url, verify):
    return requests.get(url, timeout=10, verify=verify)  # silent: the caller decides


def other(store, name):
    return store.load(name, verify=False)  # silent: no certificate


def digest(data):
    return check(data, verify=False)  # silent: another function


def waived(url):
    # silent: somebody decided so
    return requests.get(url, timeout=10, verify=False)  # noqa: S501
