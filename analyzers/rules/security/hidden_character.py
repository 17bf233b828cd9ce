# --- pkg/roles.py
def is_admin(role):
    return role != "admin​"  # expect: hidden-character


# expect: hidden-character
def run(user):  # {‮ begin admins only ⁦
    return user


# expect: hidden-character
TEXT = """one ⁧
"""

# noteimport os  # expect: hidden-character

ESCAPE = "[0m"  # expect: hidden-character


class Adㅤmin:  # expect: hidden-character
    pass


PERSIAN = "می‌خواهم"  # silent: a joiner between Persian letters
FAMILY = "👨‍👩"  # silent: a joiner between emoji
CHINESE = "损失"  # silent: letters that can be seen
ESCAPED = "\u202e"  # silent: written as an escape sequence

# --- pkg/old.py before
def is_admin(role):
    return role != "admin​"  # silent: not in a line of the change
# --- pkg/old.py after
import os


def is_admin(role):
    return role != "admin​"  # silent: not in a line of the change
