def save(writer, state):
    ok = False
    try:
        writer.write(state)
        ok = True
    finally:
        writer.close()
        return ok  # expect: jump-in-finally


def drain(queue):
    for item in queue:
        try:
            item.run()
        finally:
            if item.is_last:
                break  # expect: jump-in-finally
            continue  # expect: jump-in-finally


def in_a_loop(handles):
    for handle in handles:
        try:
            handle.run()
        finally:
            for child in handle.children:
                return child  # expect: jump-in-finally


def stays(queue, children):
    try:
        queue.run()
    finally:
        for child in children:
            if child.done:
                continue  # silent: a loop of the block itself
            break  # silent: likewise

        def close(child):
            return child.close()  # silent: of another function

        queue.on_close(close)


def behind(writer, state):
    try:
        writer.write(state)
    finally:
        writer.close()
    return True  # silent: behind the block


def in_else(writer, state):
    try:
        writer.write(state)
    except OSError:
        return False  # silent: a handler
    else:
        return True  # silent: nothing is on its way
    finally:
        writer.close()


def on_purpose(writer):
    try:
        writer.flush()
    finally:
        return None  # noqa: B012  # silent: on purpose, says the comment
