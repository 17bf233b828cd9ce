"""At a terminal: colours, the progress line, Ctrl-C; and readers that go away."""

import fcntl
import os
import pty
import re
import select
import signal
import socket
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

    def test_code_has_colours_and_places_lead_to_files(self):
        repository = self.sample()
        _, terminal = self.start("review", "HEAD~1..HEAD", "--quiet", cwd=repository)
        shown = self.read_until(terminal).decode()
        self.assertIn("\033[35mreturn\033[0m \033[36mF\033[0m.\033[34mcross_entropy\033[0m(", shown)
        links = re.findall("\033]8;;([^\033]+)\033\\\\(.*?)\033]8;;\033\\\\", shown)
        places = {re.sub("\033[^m]*m", "", text): url for url, text in links}
        self.assertEqual(places["train/loss.py:6:12"],
                         "file://" + socket.gethostname() + repository + "/train/loss.py")
        self.assertTrue(places["[softmax-before-cross-entropy]"].startswith("https://"), places)
        _, terminal = self.start("review", "HEAD~1..HEAD", "--quiet", "--hyperlinks=never",
                                 cwd=repository)
        plain = self.read_until(terminal).decode()
        self.assertNotIn("\033]", plain)
        self.assertEqual(plain, re.sub("\033]8;;[^\033]*\033\\\\", "", shown))

    def test_fits_sixty_columns(self):
        long = harness.LOSS_AFTER.replace("scores = F.softmax(logits, dim=-1)",
                                          "scores = F.softmax(logits, dim=-1)  # " + "long " * 20)
        repository = self.sample(extra_after={"train/loss.py": long})
        _, terminal = self.start("review", "HEAD~1..HEAD", "--quiet", cwd=repository,
                                 environment={"COLUMNS": "60"})
        shown = re.sub("\033]8;;[^\033]*\033\\\\|\033[^m]*m", "", self.read_until(terminal).decode())
        code = [line for line in shown.splitlines() if re.match(r"  [ >] *\d+ \| ", line)]
        self.assertTrue(any("…" in line for line in code), shown)
        self.assertLessEqual(max(map(len, code)), 60)

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

    def test_watching_reviews_again_when_files_change(self):
        repository = self.sample()
        path = os.path.join(repository, "train", "options.py")
        self.write(path, harness.OPTIONS_BEFORE)
        process, terminal = self.start("review", "--watch", cwd=repository,
                                       environment={"NO_COLOR": "1"})
        waits = b"; Ctrl-C ends it"
        shown = self.read_until(terminal, waits)
        self.assertNotIn(b"mutable-default", shown)
        self.write(path, harness.OPTIONS_AFTER + "\n\ndef other(into={}):\n    return into\n")
        self.assertIn(b"mutable-default", self.read_until(terminal, waits))
        self.write(path, harness.OPTIONS_AFTER)
        self.assertIn(b"no tracked file differs from HEAD", self.read_until(terminal, waits))
        # What the review itself does to the repository is no change.
        self.assertEqual(select.select([terminal], [], [], 2)[0], [])
        process.send_signal(signal.SIGINT)
        self.read_until(terminal)
        self.assertEqual(process.wait(), 130)

    def test_sigterm_ends_it_too(self):
        waits, writes = os.pipe()
        self.addCleanup(os.close, writes)
        process, terminal = self.start("review", "-", cwd=self.folder, stdin=waits)
        os.close(waits)
        self.read_until(terminal, b"allreview: ")
        process.send_signal(signal.SIGTERM)
        self.read_until(terminal)
        self.assertEqual(process.wait(), 143)

    def until(self, condition, what):
        end = time.monotonic() + harness.LIMIT_SECONDS
        while not condition():
            if time.monotonic() > end:
                self.fail("waited for " + what)
            os.sched_yield()

    def is_gone(self, pid):
        """Or dead, and not yet collected by whoever adopted it."""
        try:
            with open("/proc/%d/stat" % pid, encoding="utf-8", errors="replace") as file:
                return file.read().rpartition(")")[2].split()[0] in "ZX"
        except (FileNotFoundError, ProcessLookupError):  # Gone before the open, or before the read.
            return True

    def folder_with_an_old_review(self):
        folder = self.path("old")
        os.mkdir(folder)
        self.write(os.path.join(folder, "review.md"), "old")
        return folder

    def assert_nothing_half_written(self, old, new):
        self.assertEqual(os.listdir(old), ["review.md"])
        self.assertEqual(self.read(os.path.join(old, "review.md")), b"old")
        self.assertFalse(os.path.exists(new), "a folder that was made for nothing")

    def test_a_signal_leaves_no_program_and_no_half_written_output(self):
        # A git that never ends, whatever it is told: a child, and a child of that.
        git = self.write(self.path("bin", "git"),
                         "#!/bin/sh\ntrap '' TERM INT\nsleep 1000 &\n"
                         "echo $$ $! >\"$0.new\"\nmv \"$0.new\" \"$0.pids\"\nwait\nwait\n")
        os.chmod(git, 0o755)
        repository = self.sample()
        old = self.folder_with_an_old_review()
        new = self.path("new", "reviews")
        for number, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
            for folder in (old, new):
                process = subprocess.Popen(
                    [harness.PROGRAM, "review", "HEAD~1..HEAD", "--documents=all",
                     "--output=" + folder], cwd=repository,
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                    env={**self.environment,
                         "PATH": os.path.dirname(git) + ":" + self.environment["PATH"]})
                self.addCleanup(process.kill)
                self.until(lambda: os.path.exists(git + ".pids"), "the start of git")
                pids = [int(pid) for pid in self.read(git + ".pids").split()]
                os.remove(git + ".pids")
                self.assertEqual(len(pids), 2)
                process.send_signal(number)
                process.communicate(timeout=harness.LIMIT_SECONDS)
                self.assertEqual(process.returncode, code)
                for pid in pids:
                    self.until(lambda: self.is_gone(pid), "the end of a program")
                self.assert_nothing_half_written(old, os.path.dirname(new))

    def test_sigterm_in_a_long_analysis_leaves_nothing_half_written(self):
        body = "".join(harness.LOSS_AFTER.replace("loss", "loss%d" % i) for i in range(40))
        repository = self.sample(extra_after={"pkg/m%d.py" % i: body for i in range(1500)})
        old = self.folder_with_an_old_review()
        new = self.path("new", "reviews")
        for folder in (old, new):
            process, terminal = self.start("review", "HEAD~1..HEAD", "--documents=all",
                                           "--output=" + folder, cwd=repository)
            self.read_until(terminal, b"allreview: analysis")
            process.send_signal(signal.SIGTERM)
            self.read_until(terminal)
            self.assertEqual(process.wait(), 143)
            self.assert_nothing_half_written(old, os.path.dirname(new))

    def test_sigterm_ends_it_where_nobody_reads(self):
        repository = self.sample(extra_after={"pkg/m%d.py" % i: harness.LOSS_AFTER * 20
                                              for i in range(100)})
        new = self.path("new", "review.sarif")
        os.mkdir(os.path.dirname(new))
        process = subprocess.Popen(
            [harness.PROGRAM, "review", "HEAD~1..HEAD", "--format=json", "--output=-",
             "--format=sarif", "--output=" + new], cwd=repository, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self.environment)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        # It has begun to write, and soon finds the pipe full.
        self.assertEqual(len(process.stdout.read(1)), 1)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=harness.LIMIT_SECONDS), 143)
        self.assertEqual(os.listdir(os.path.dirname(new)), [])

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
