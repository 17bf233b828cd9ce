"""At a terminal: colours, the progress line, Ctrl-C; and readers that go away."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

import harness


class Terminal(harness.Case):
    def start(self, *arguments, cwd, stdin=subprocess.DEVNULL, environment=None):
        """Starts the program with output and error at a terminal of 72 columns."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 72, 0, 0))
        process = subprocess.Popen(
            [harness.PROGRAM, *arguments], cwd=cwd, stdin=stdin, stdout=theirs, stderr=theirs,
            env={**self.environment, "TERM": "xterm", **(environment or {})})
        os.close(theirs)
        self.addCleanup(os.close, ours)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process, ours

    def read_until(self, terminal, text=None):
        """What the terminal shows up to `text`, or to the end."""
        seen = b""
        end = time.monotonic() + harness.LIMIT_SECONDS
        while text is None or text not in seen:
            ready, _, _ = select.select([terminal], [], [], end - time.monotonic())
            if not ready:
                self.fail("the terminal shows only %r" % seen)
            try:
                piece = os.read(terminal, 65536)
            except OSError:  # The other end is closed.
                piece = b""
            if not piece:
                return seen
            seen += piece
        return seen

    def test_the_terminal_format_in_colour_is_the_default(self):
        process, terminal = self.start("review", "HEAD~1..HEAD", cwd=self.sample())
        shown = self.read_until(terminal)
        self.assertEqual(process.wait(), 1)
        self.assertIn(b"\033[", shown)
        self.assertIn(b"train/loss.py", shown)
        self.assertNotIn(b"### 1.", shown)

    def test_no_color(self):
        repository = self.sample()
        for options in ({"environment": {"NO_COLOR": "1"}}, {"environment": {"TERM": "dumb"}}):
            _, terminal = self.start("review", "HEAD~1..HEAD", "--quiet", cwd=repository,
                                     **options)
            shown = self.read_until(terminal)
            self.assertIn(b"train/loss.py", shown)
            self.assertNotIn(b"\033", shown)

    def test_progress_appears_and_ctrl_c_leaves_a_clean_line(self):
        # Nobody ever writes to this pipe, so the review waits for its patch.
        waits, writes = os.pipe()
        self.addCleanup(os.close, writes)
        process, terminal = self.start("review", "-", cwd=self.folder, stdin=waits)
        os.close(waits)
        shown = self.read_until(terminal, b"allreview: ")
        self.assertTrue(shown.startswith(b"\r\033[K"), shown)
        process.send_signal(signal.SIGINT)
        rest = self.read_until(terminal)
        self.assertEqual(process.wait(), 130)
        self.assertTrue((shown + rest).endswith(b"\r\033[K"), shown + rest)

    def test_sigterm_ends_it_too(self):
        waits, writes = os.pipe()
        self.addCleanup(os.close, writes)
        process, terminal = self.start("review", "-", cwd=self.folder, stdin=waits)
        os.close(waits)
        self.read_until(terminal, b"allreview: ")
        process.send_signal(signal.SIGTERM)
        self.read_until(terminal)
        self.assertEqual(process.wait(), 143)

    def test_no_progress_without_a_terminal(self):
        run = self.review("HEAD~1..HEAD", "--fail-on=none", cwd=self.sample())
        self.assertEqual(run.err, b"")

    def test_a_reader_that_goes_away_ends_it_quietly(self):
        repository = self.sample(extra_after={"pkg/m%d.py" % i: harness.LOSS_AFTER * 20
                                              for i in range(30)})
        for arguments in (["review", "HEAD~1..HEAD", "--format=json"], ["rules", "--format=json"],
                          ["help"]):
            reads, writes = os.pipe()
            os.close(reads)
            process = subprocess.run(
                [harness.PROGRAM, *arguments], cwd=repository, stdout=writes,
                stderr=subprocess.PIPE, env=self.environment, timeout=harness.LIMIT_SECONDS)
            os.close(writes)
            self.assertEqual((process.returncode, process.stderr), (141, b""), arguments)

    def test_a_full_device_is_an_error(self):
        with open("/dev/full", "wb") as full:
            process = subprocess.run(
                [harness.PROGRAM, "review", "HEAD~1..HEAD"], cwd=self.sample(), stdout=full,
                stderr=subprocess.PIPE, env=self.environment, timeout=harness.LIMIT_SECONDS)
        self.assertEqual(process.returncode, 4)
        self.assertEqual(process.stderr,
                         b"allreview: cannot write standard output: No space left on device\n")


if __name__ == "__main__":
    harness.main()
