# --- pkg/ops.py unchanged
def resize(image, width, height):
    return image


def match(moe_model, dense_model, layers=None):
    return layers


def plot(x, y):
    return x


def assert_shapes(actual, expected):
    return actual


class Copier:
    def copy_weights(self, source, target):
        return source
# --- pkg/use.py
from pkg.ops import Copier, assert_shapes, match, plot, resize


def wrong(image, width, height, dense_model, moe_model, copier: Copier):
    resize(image, height, width)  # expect: swapped-arguments
    match(dense_model.layers[0], moe_model.layers[0])  # expect: swapped-arguments
    target, source = image
    copier.copy_weights(target, source)  # expect: swapped-arguments


class View:
    def draw(self, image):
        resize(image, self.height, self.width)  # expect: swapped-arguments


def right(image, width, height, x, y, actual, expected, options):
    resize(image, width, height)  # silent: as they are called
    resize(image, height, height)  # silent: only one has the other's name
    resize(image, height=width, width=height)  # silent: by name, so it is meant
    plot(y, x)  # silent: names too short to mean something
    assert_shapes(expected, actual)  # silent: the order does not matter
    resize(image, *options)  # silent: nobody knows


def turned(image, width, height):
    first = resize(image, width, height)
    return first, resize(image, height, width)  # silent: both orders are meant


def rotate(image, width, height):
    return rotate(image, height, width)  # silent: the function itself turns them


def by_count(images, width, height):
    if len(images) == 1:
        return [resize(images[0], width, height)]
    else:
        # expect: swapped-arguments
        return [resize(image, height[0], width[0]) for image in images]


def turned_if_wide(image, width, height):
    if width > height:
        return resize(image, width, height)
    else:
        return resize(image, height, width)  # silent: the same in the other order
