import json

import yaml
from yaml import load


class TaggedLoader(yaml.SafeLoader):
    pass


def read(path):
    with open(path) as file:
        return yaml.load(file, Loader=yaml.Loader)  # expect: unsafe-yaml-load


def read_without(file):
    return load(file)  # expect: unsafe-yaml-load


def read_all(text):
    documents = yaml.load_all(text, yaml.UnsafeLoader)  # expect: unsafe-yaml-load
    return list(documents), yaml.full_load(text)  # expect: unsafe-yaml-load


def restricted(file):
    return yaml.load(file, Loader=yaml.FullLoader)  # expect: unsafe-yaml-load


def safe(file):
    a = yaml.safe_load(file)  # silent: data only
    b = yaml.load(file, Loader=yaml.SafeLoader)  # silent: data only
    c = yaml.load(file, yaml.CSafeLoader)  # silent: data only
    return a, b, c


def own(file):
    return yaml.load(file, Loader=TaggedLoader)  # silent: a loader of this project


def given(file, options):
    return yaml.load(file, **options)  # silent: which loader is not known


def literal():
    return yaml.load("[1, 2]", Loader=yaml.Loader)  # silent: the text is fixed


def others(file):
    return json.load(file)  # silent: not YAML


def waived(file):
    # silent: somebody decided so
    return yaml.load(file, Loader=yaml.Loader)  # noqa: S506
