# === Below the folder that the hook looks at.
# --- .flake8 unchanged
[flake8]
max-line-length = 80
# --- .pre-commit-config.yaml unchanged
repos:
- repo: https://example.org/flake8
  hooks:
  - id: flake8
    files: ^engine/core/
# --- engine/core/texts.py before
OLD = "a label of the table that is much longer than the lines of this file may ever be"
# --- engine/core/texts.py after
from engine.core.a_package_with_a_long_name.and_a_module import a_function_with_a_long_name  # silent: an import
OLD = "a label of the table that is much longer than the lines of this file may ever be"
# expect: line-too-long
LABEL = "a label of the table that is much longer than the lines of this file may be"
# silent: an address cannot be broken
SITE = "see https://example.org/a/very/long/address/that/goes/on/and/on/and/on/and/on"
# expect: line-too-long
HELP = "how many experts a token is sent to, which has to be smaller than their number"


def area(width, height):
    # silent: waived by somebody
    size = width * height  # noqa: E501                                                     x
    # expect: line-too-long
    return size  # the area, which is the product of its two sides, as everybody knows by now
# --- engine/core/umlauts.py
# silent: 80 characters, though more bytes
NAME = "äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäö"
# --- engine/tools/texts.py
# silent: the hook does not look here
LABEL = "a label of the table that is much longer than the lines of this file may be"
# === What black formats it does not reject.
# --- pyproject.toml unchanged
[tool.black]
line-length = 80
# --- .pre-commit-config.yaml unchanged
repos:
- repo: https://example.org/black
  hooks:
  - id: black
# --- engine/core/texts.py
# silent: no tool that runs minds it
LABEL = "a label of the table that is much longer than the lines of this file may be"
