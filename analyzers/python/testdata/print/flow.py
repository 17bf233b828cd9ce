def read(paths, lock):
    for path in paths:
        try:
            with lock:
                data = load(path)
            if not data:
                continue
            return data
        except OSError as error:
            log(error)
        else:
            count = 1
        finally:
            close(path)
    else:
        return None
    while True:
        wait()
    print("never")


def pick(kind):
    match kind:
        case "a" if kind:
            x = 1
        case _:
            assert kind, "wanted one"
            x = 2
    with suppress(KeyError):
        del cache[x]
    return (y := x)
