"""Counts of findings that may only fall."""

import os

import harness

ONE = """\
def read(path):
    try:
        return open(path).read()
    except:
        return None
"""
TWO = ONE + ONE.replace("read(path):", "lines(path):")


class Ratchet(harness.Case):
    def ratchet(self, repository, *arguments):
        return self.run_program("ratchet", *arguments, cwd=repository)

    def counts(self, repository):
        text = self.read(os.path.join(repository, ".allreview-ratchet")).decode()
        return [line for line in text.splitlines() if not line.startswith("#")]

    def started(self):
        repository = self.repository()
        self.commit(repository, "Read", {"train/a.py": TWO, "tools/b.py": ONE})
        run = self.ratchet(repository, "--update", "--rule=bare-except")
        self.assertEqual(run.code, 0, run.message)
        self.assertEqual(self.counts(repository), ["1 bare-except tools", "2 bare-except train"])
        return repository

    def test_says_nothing_when_nothing_changed(self):
        run = self.ratchet(self.started())
        self.assertEqual(run.code, 0, run.message)
        self.assertIn("1 rule: no folder has other counts", run.text)

    def test_fails_when_a_folder_has_more(self):
        repository = self.started()
        self.commit(repository, "More", {"tools/b.py": TWO, "new/c.py": ONE})
        for flags in ([], ["--update"]):
            run = self.ratchet(repository, *flags)
            self.assertEqual(run.code, 1, run.message)
            self.assertIn("bare-except in new: 1, allowed 0\n    new/c.py:4 ", run.text)
            self.assertIn("bare-except in tools: 2, allowed 1\n", run.text)
        self.assertEqual(self.counts(repository), ["1 bare-except tools", "2 bare-except train"])

    def test_lowers_what_fell(self):
        repository = self.started()
        self.commit(repository, "Less", {"train/a.py": ONE})
        run = self.ratchet(repository)
        self.assertEqual(run.code, 0, run.message)
        self.assertIn("bare-except in train: 1, allowed 2\n", run.text)
        run = self.ratchet(repository, "--update")
        self.assertEqual(self.counts(repository), ["1 bare-except tools", "1 bare-except train"])

    def test_says_how_to_begin(self):
        repository = self.repository()
        self.commit(repository, "Read", {"train/a.py": ONE})
        run = self.ratchet(repository)
        self.assertEqual(run.code, 2, run.message)
        self.assertIn("allreview ratchet --update --rule=NAME", run.message)
        run = self.ratchet(repository, "--update", "--rule=bare-excpt")
        self.assertEqual(run.code, 2, run.message)
        self.assertIn('did you mean "bare-except"?', run.message)

    def test_names_the_line_that_is_wrong(self):
        repository = self.started()
        self.write(os.path.join(repository, ".allreview-ratchet"), "many bare-except tools\n")
        run = self.ratchet(repository)
        self.assertEqual(run.code, 2, run.message)
        self.assertIn('line 1 is no "COUNT RULE FOLDER"', run.message)


if __name__ == "__main__":
    harness.main()
