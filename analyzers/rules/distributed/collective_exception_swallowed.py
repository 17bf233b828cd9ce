import sys

import torch.distributed as dist


def total(x):
    try:
        dist.all_reduce(x)  # expect: collective-exception-swallowed
    except Exception:
        pass
    return x


def share(x, log):
    try:
        x = x * 2
        dist.broadcast(x, src=0)  # expect: collective-exception-swallowed
    except RuntimeError as error:
        log.warning("no broadcast: %s", error)
    return x


def collect(parts, x):
    try:
        dist.all_gather(parts, x)  # expect: collective-exception-swallowed
    except:
        return None
    return parts


def passed_on(x, log):
    try:
        dist.all_reduce(x)  # silent: raised again
    except Exception:
        log.error("failed")
        raise


def ends(x):
    try:
        dist.all_reduce(x)  # silent: the rank ends
    except Exception:
        sys.exit(1)


def narrow(x, table):
    try:
        dist.all_reduce(table["x"])  # silent: catches something else
    except KeyError:
        return x


def meets():
    try:
        dist.barrier()  # silent: a barrier before something optional
    except RuntimeError:
        pass


def shutdown(x):
    try:
        dist.all_reduce(x)  # silent: on the way out
    except Exception:
        pass


def started_elsewhere(run):
    try:
        run(lambda x: dist.all_reduce(x))  # silent: runs at another time
    except Exception:
        pass
