import string


def places(compiler, name, url):
    root = compiler.rstrip("/bin/nvcc")  # expect: suffix-stripped-as-characters
    stem = name.rstrip(".py")  # expect: suffix-stripped-as-characters
    host = url.lstrip("https://")  # expect: suffix-stripped-as-characters
    key = name.strip("model.")  # silent: no letter twice, so it may be a set
    return root, stem, host, key


def prefix(name):
    return name.lstrip("module.model.")  # expect: suffix-stripped-as-characters


def sets(line, chars):
    line = line.strip("\n\t \n")  # silent: white space
    line = line.strip(string.digits)  # silent: not a literal
    line = line.strip("[](){}")  # silent: brackets
    line = line.rstrip("0123456789")  # silent: each digit once
    line = line.strip("----")  # silent: the same one way or the other
    line = line.rstrip(chars)  # silent: not known
    line = line.rstrip(".")  # silent: one character
    return line.removesuffix("/bin/nvcc")  # silent: removes the word


def marked(name):
    return name.rstrip("hello")  # noqa: B005  # silent: says the comment
