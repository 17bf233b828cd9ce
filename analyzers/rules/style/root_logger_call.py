# --- engine/core/checkpoint.py
import logging

logger = logging.getLogger(__name__)


def save(path):
    logging.info("saving %s", path)  # expect: root-logger-call
    logger.info("saved")  # silent: the module's own
    logging.warning("slow")  # silent: one finding for a file, this place is related
# --- engine/core/restore.py
import logging
from logging import getLogger as get


def load(path):
    logging.error("no %s", path)  # expect: root-logger-call


def quiet():
    logging.getLogger("other").setLevel(30)  # silent: sets up
    logging.disable(10)  # silent: does not log
# --- engine/core/waived.py
import logging


def note():
    logging.debug("x")  # noqa: LOG015  # silent: waived
# --- engine/core/own.py
from engine import logging


def note():
    logging.debug("x")  # silent: another module of that name
# --- engine/core/lazy.py
def note():
    import logging

    logging.debug("x")  # expect: root-logger-call
# --- tools/convert.py
import logging


def main():
    logging.info("done")  # silent: a tool
