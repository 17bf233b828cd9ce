# --- pkg/arguments.py
import ast

PATTERN = "[0] * 4 + [1]"


def layer_pattern(args):
    return eval(args.pattern)  # expect: evaluated-text


def run_recipe(path, names):
    exec(path.read_text(), names)  # expect: evaluated-text
    code = compile(path.read_text(), str(path), "exec")
    exec(code, names)  # expect: evaluated-text


def activation(name):
    return eval(f"torch.nn.functional.{name}")  # expect: evaluated-text


def constant():
    return eval(PATTERN)  # silent: a constant of this file


def literal():
    return eval("1 << 20")  # silent: a literal


def parsed(args):
    return ast.literal_eval(args.pattern)  # silent: data only


def mode(model):
    model.eval()  # silent: the mode of a module
    return model


def own(eval, text):
    return eval(text)  # silent: a parameter


def waived(text):
    # silent: somebody decided so
    return eval(text)  # noqa: S307
# --- tests/test_arguments.py
def test_pattern(text):
    assert eval(text)  # silent: a test
