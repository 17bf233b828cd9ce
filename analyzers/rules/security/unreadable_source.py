# === an encoding in which a comment can hold code
# --- pkg/hidden.py
# -*- coding: utf-7 -*-  # expect: unreadable-source
# ready +AAo-import os
# === the same in the second line
# --- pkg/hidden.py
#!/usr/bin/env python
# coding=unicode_escape  # expect: unreadable-source
# ready \u000aimport os
# === a character may hold a backslash
# --- pkg/hidden.py
# vim: set fileencoding=shift_jis :  # expect: unreadable-source
NAME = "x"
# === encodings that keep ASCII
# --- pkg/open.py
# -*- coding: latin-1 -*-  # silent: each ASCII byte is that character
NAME = "x"
# === a declaration that Python does not look at
# --- pkg/open.py
NAME = "x"
# -*- coding: utf-7 -*-  # silent: not before the code
# === it was there before
# --- pkg/known.py before
# coding: utf-7
A = 1
# --- pkg/known.py after
# coding: utf-7
A = 2  # silent: the ledger says that the file was not read
# === no declaration
# --- pkg/open.py
# The encoding is UTF-8.  # silent: nothing is declared
NAME = "x"
# === the usual declarations
# --- pkg/open.py
# -*- coding: utf-8 -*-  # silent: as by default
NAME = "x"
# === an old editor
# --- pkg/open.py
# vim: set fileencoding=cp1252 :  # silent: keeps ASCII
NAME = "x"
# === words of the text
# --- pkg/open.py
"""Words.
# coding: utf-7
"""  # silent: a string
NAME = "x"
