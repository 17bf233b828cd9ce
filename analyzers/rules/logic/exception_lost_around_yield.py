import contextlib
from contextlib import asynccontextmanager, contextmanager

import torch


@contextmanager
def measured(timer, logger):
    timer.start()
    try:
        yield timer
    except Exception as error:  # expect: exception-lost-around-yield
        logger.error(f"block failed: {error}")
    finally:
        timer.stop()


@contextlib.contextmanager
def watch_memory(snapshot):
    try:
        yield
    except torch.cuda.OutOfMemoryError:  # expect: exception-lost-around-yield
        snapshot.dump("oom.pickle")


@asynccontextmanager
async def session(pool):
    connection = await pool.acquire()
    try:
        yield connection
    except:  # expect: exception-lost-around-yield
        await connection.rollback()


@contextmanager
def unless_out_of_memory(logger):
    try:
        yield
    except RuntimeError as error:  # expect: exception-lost-around-yield
        if "out of memory" not in str(error):
            raise
        logger.warning("out of memory")


@contextmanager
def raised_again(logger):
    try:
        yield
    except Exception as error:  # silent: the error goes on
        logger.error(error)
        raise


@contextmanager
def suppress_errors(logger):
    try:
        yield
    except Exception as error:  # silent: named for it
        logger.error(error)


@contextmanager
def guarded(logger):
    """Logs and swallows errors of the block."""
    try:
        yield
    except Exception as error:  # silent: the docstring says so
        logger.error(error)


@contextmanager
def needs_apex():
    try:
        yield
    except ImportError:  # silent: what the function is for
        print("apex is missing")


@contextmanager
def collect(errors):
    try:
        yield
    except Exception as error:  # silent: somebody gets the error
        errors.append(error)


@contextmanager
def raised_behind(state):
    failed = False
    try:
        yield
    except Exception:  # silent: raised behind the handler
        failed = True
    state.reset()
    if failed:
        raise RuntimeError("the block failed")


@contextmanager
def closes(resource, logger):
    try:
        yield resource
    finally:
        try:
            resource.close()
        except Exception as error:  # silent: of close(), not of the block
            logger.warning(error)


def no_context_manager(rows, logger):
    for row in rows:
        try:
            yield row
        except Exception as error:  # silent: a plain generator
            logger.warning(error)
