# --- pkg/checkpoint.py
import logging

logger = logging.getLogger(__name__)


def last_step(path):
    try:
        return int(path.read_text())
    except Exception:  # expect: swallowed-exception
        return 0


def remove_old(paths):
    for path in paths:
        try:
            path.unlink()
        except (OSError, Exception):  # expect: swallowed-exception
            continue


def report(client, loss):
    try:
        client.log({"loss": loss})
    # expect: swallowed-exception
    except BaseException:
        pass


def logged(path):
    try:
        return path.read_text()
    except Exception:  # silent: it is logged
        logger.warning("cannot read %s", path, exc_info=True)
        return ""


def narrow(path):
    try:
        return path.read_text()
    except FileNotFoundError:  # silent: names what may happen
        return ""


def uses_the_error(path):
    try:
        return path.read_text()
    except Exception as error:  # silent: hands it on
        return error


def metrics(client, loss):
    try:
        client.log({"loss": loss})
    except Exception:  # silent: the comment below says why
        # Best effort: a lost point of a curve is no reason to stop.
        pass


def waits(handles):
    for handle in handles:
        try:
            handle.wait()
        except Exception:  # silent: a sentence says why
            # Errors of a transfer come only after all of it has ended.
            pass


class Prefetcher:
    def __del__(self):
        try:
            self.thread.join()
        except Exception:  # silent: while the object goes away
            pass

    def shutdown(self):
        try:
            self.thread.join()
        except Exception:  # silent: the end anyway
            pass


def waived(client):
    try:
        client.flush()
    except Exception:  # noqa: BLE001
        pass  # silent: somebody decided so


def another_value(path, default):
    try:
        return path.read_text()
    except Exception:  # silent: the caller gave what to use
        return default


def raised(path):
    try:
        return path.read_text()
    except Exception:  # silent: raised again
        raise


def gpu_serial(index):
    try:
        import pynvml

        return pynvml.nvmlDeviceGetSerial(index)
    except Exception:  # silent: the driver may not know, and only a report asks
        return ""


def otel_flush(provider):
    try:
        provider.force_flush()
    except Exception:  # silent: what watches must not stop what it watches
        pass
# --- tests/test_checkpoint.py
def test_remove(tmp_path):
    try:
        tmp_path.rmdir()
    except Exception:  # silent: a test
        pass
    assert not tmp_path.exists()
