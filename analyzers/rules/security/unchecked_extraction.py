# --- pkg/download.py
import tarfile
import zipfile


def unpack(path, target):
    with tarfile.open(path) as tar:
        tar.extractall(target)  # expect: unchecked-extraction


def unpack_here(path):
    archive = tarfile.open(path, "r:gz")
    archive.extractall()  # expect: unchecked-extraction
    tarfile.open(path).extractall(path="data",)  # expect: unchecked-extraction


def filtered(path, target):
    with tarfile.open(path) as tar:
        tar.extractall(target, filter="data")  # silent: filtered


def chosen(path, target, members):
    with tarfile.open(path) as tar:
        tar.extractall(target, members=members)  # silent: somebody chose the members


def checked(path, target):
    with tarfile.open(path) as tar:
        for member in tar.getmembers():
            if member.name.startswith(("/", "..")):
                raise ValueError(member.name)
        tar.extractall(target)  # silent: the members were looked at


def zipped(path, target):
    with zipfile.ZipFile(path) as archive:
        archive.extractall(target)  # silent: zipfile cleans the names itself


def unknown(archive, target):
    archive.extractall(target)  # silent: what it is is not known


def given(path, options):
    with tarfile.open(path) as tar:
        tar.extractall(**options)  # silent: the options may hold a filter
# --- tests/fetch.py
import tarfile


def fetch(path):
    with tarfile.open(path) as tar:
        tar.extractall("data")  # expect: unchecked-extraction
