import sys

try:
    import fused_kernels

    HAVE_FUSED = True
except:  # silent: broad-except-around-import speaks of it
    HAVE_FUSED = False


def size_of(path):
    try:
        return path.stat().st_size
    except:  # expect: bare-except
        return None


def read_step(path):
    try:
        with open(path) as file:
            return int(file.read())
    except:  # expect: bare-except
        return 0


def first_of(loaders):
    for loader in loaders:
        try:
            return loader.load()
        # expect: bare-except
        except:
            continue
    return None


def cleans_up(path, build):
    try:
        build(path)
    except:  # silent: raised again after cleaning up
        path.unlink()
        raise


def translated(name):
    try:
        return __import__(name)
    except:  # silent: another error is raised
        raise ValueError(f"no module {name}")


def last_resort(main):
    try:
        main()
    except:  # silent: ends the process
        sys.exit(1)


def waived(probe):
    try:
        return probe()
    except:  # noqa: E722
        return None  # silent: somebody decided so


def narrow(text):
    try:
        return int(text)
    except ValueError:  # silent: says what
        return None


def several(text, table):
    try:
        return table[int(text)]
    except (KeyError, ValueError):  # silent: says what, twice
        return None
