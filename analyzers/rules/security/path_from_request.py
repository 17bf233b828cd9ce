import os
from pathlib import Path

from flask import request


def result(root):
    return os.path.join(root, request.args["name"])  # expect: path-from-request


def upload(root):
    name = request.json["name"]
    with open(f"{root}/{name}.json", "w") as out:  # expect: path-from-request
        out.write("{}")


def unpack(archive, folder):
    for member in archive:
        target = Path(folder) / member.name  # expect: path-from-request
        target.write_bytes(archive.read(member))


def cleaned(root):
    name = os.path.basename(request.args["name"])
    return os.path.join(root, name)  # silent: only the last part is used


def checked(root):
    path = Path(root, request.args["name"])  # silent: compared with the folder below
    if not path.resolve().is_relative_to(root):
        raise ValueError(path)
    return path


def constant(root):
    return os.path.join(root, "index.json")  # silent: a fixed name


def own(root, rank):
    return os.path.join(root, f"rank_{rank}.json")  # silent: not from outside


def ratio(request_count, member):
    return member.size / request_count  # silent: a division
