# --- engine/core/masks.py before
def oldName():
    return 1
# --- engine/core/masks.py after
import ast
import ctypes


def oldName():  # silent: it was there
    return 2


def causalMask(size):  # expect: unconventional-name
    return size


class ring_buffer:  # expect: unconventional-name
    def getSize(self):  # expect: unconventional-name
        return 1

    def get_D(self):  # silent: a letter of a formula
        return 1

    def scale_KV(self):  # silent: letters of formulas
        return 1

    def _camelCase(self):  # silent: private
        return 1


class Visitor(ast.NodeVisitor):
    def visit_Call(self, node):  # silent: the base asks for it
        return node


class header_t(ctypes.Structure):  # silent: of another language
    pass


class DDPWrapper:  # silent: capitals at the start
    pass


def setUp():  # noqa: N802  # silent: waived
    return 1
# --- tests/core/test_masks.py
class fake_torch:  # silent: a test
    def isCuda(self):
        return False
