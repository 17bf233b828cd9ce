from pkg.ops import scale

scale = scale  # silent: the module offers the name


class Layer:
    activation = scale
    scale = scale  # silent: the class offers the name of the module
    defaults = {}

    def __init__(self, hidden_size, bias, group):
        self.hidden_size = self.hidden_size  # expect: self-assignment
        bias = bias  # expect: self-assignment
        self.group, self.bias = self.group, bias  # expect: self-assignment
        self.defaults = self.defaults  # silent: of the class, now also of the object
        self.step = 0

    def advance(self, step, count, hidden_size):
        step, count = step, count + 1  # silent: the other half changes
        self.step = step  # silent: two names
        other = self
        other.step = self.step  # silent: two objects, as far as anyone can tell
        _ = _first(step)
        step: int = step  # silent: declares a type
        count = count  # noqa: PLW0127  # silent: on purpose, says the comment
        if step:
            count = count + 1
        else:
            count = count  # silent: says that nothing is done
        hidden_size = (hidden_size,)  # silent: makes a tuple
        return count, hidden_size


def _first(step):
    weight = weight = step  # silent: two targets, one value
    return weight
