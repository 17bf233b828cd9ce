import logging

logger = logging.getLogger(__name__)


def report(step, loss, self, writer, values):
    logger.info("step %d", step, loss)  # expect: logging-argument-mismatch
    logging.warning("no checkpoint in", step)  # expect: logging-argument-mismatch
    self.logger.log(logging.INFO, "%s of %s: %d%%", step, loss)  # expect: logging-argument-mismatch
    logger.error("rank %s " "lost %s", step)  # expect: logging-argument-mismatch
    logger.info("step %d: %f", step, loss)  # silent: they agree
    logger.info("100% done")  # silent: no values, nothing is put in
    logger.info(f"step {step}", loss)  # silent: an f-string
    logger.info("%(step)d", {"step": step})  # silent: by name
    logger.info("%s", step, extra={"loss": loss})  # silent: extra is no value
    logger.info("%s %s", *values)  # silent: a star
    logger.info("%-10s|%5.2f|%*d", step, loss, 3, step)  # silent: widths count
    logger.info("step {}", step)  # silent: another style
    writer.info("step", step)  # silent: no logger
    logger.info("step", step)  # noqa: PLE1205  # silent: on purpose, says the comment
