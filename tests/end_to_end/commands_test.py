"""Commands besides review."""

import contextlib
import os
import sqlite3

import harness

BROKEN = b"""\
diff --git a/good.py b/good.py
--- a/good.py
+++ b/good.py
@@ -1 +1 @@ def f():
-a
+b
diff --git a/bad.py b/bad.py
--- a/bad.py
+++ b/bad.py
@@ -1,3 +1,3 @@
 a
-b
"""


class Commands(harness.Case):
    def test_diff_as_json(self):
        run = self.run_program("diff", "-", "--format=json", stdin=BROKEN)
        self.assertEqual(run.code, 1)
        [file] = run.json["files"]
        self.assertEqual((file["status"], file["old_path"], file["new_path"], file["additions"],
                          file["deletions"], file["binary"], file["class"], file["language"]),
                         ("M", "good.py", "good.py", 1, 1, False, "source", "python"))
        self.assertEqual(file["hunks"], [{"old_start": 1, "old_lines": 1, "new_start": 1,
                                          "new_lines": 1, "section": "def f():"}])
        [diagnostic] = run.json["diagnostics"]
        self.assertEqual((diagnostic["severity"], diagnostic["code"], diagnostic["line"],
                          diagnostic["path"]), ("error", "TRUNCATED_HUNK", 10, "bad.py"))

    def test_diff_as_text(self):
        file = self.write(self.path("x.diff"), BROKEN)
        run = self.run_program("diff", file)
        self.assertEqual(run.code, 1)
        lines = run.text.splitlines()
        self.assertRegex(lines[0], r"^M  source +\+1 +-1  good\.py  \(python, 1 hunk\)$")
        self.assertTrue(lines[1].startswith("1 file, +1 -1"), lines)
        self.assertTrue(lines[2].startswith(file + ":10: error TRUNCATED_HUNK: "), lines)

    def test_diff_agrees_with_git(self):
        repository = self.sample(extra_before={"old.txt": "same\n" * 9, "gone.py": "x\n"},
                                 extra_after={"old.txt": None, "new.txt": "same\n" * 9,
                                              "gone.py": None, "bin.dat": b"\0\1\2"})
        diff = self.git(repository, "diff", "--find-renames", "--binary", "HEAD~1", "HEAD")
        run = self.run_program("diff", "-", "--format=json", stdin=diff)
        self.assertEqual(run.code, 0)
        raw = self.git(repository, "diff", "--find-renames", "--name-status", "HEAD~1", "HEAD")
        wanted = [line.split("\t") for line in raw.decode().splitlines()]
        got = []
        for file in run.json["files"]:
            if file["status"] == "R":
                got.append(["R%03d" % file["similarity"], file["old_path"], file["new_path"]])
            else:
                got.append([file["status"], file["new_path"] or file["old_path"]])
        self.assertEqual(got, wanted)

    def test_a_large_diff_takes_little_memory(self):
        line = "+" + "x" * 78 + "\n"
        lines = 200000
        patch = ("diff --git a/d.txt b/d.txt\nnew file mode 100644\n--- /dev/null\n+++ b/d.txt\n"
                 "@@ -0,0 +1,%d @@\n" % lines + line * lines)
        file = self.write(self.path("large.diff"), patch)
        run = self.run_program("diff", file)
        self.assertEqual(run.code, 0, run.message)
        self.assertIn("+%d" % lines, run.text)

    def test_rules(self):
        listed = self.run_program("rules")
        ids = [line.split()[0] for line in listed.text.splitlines()]
        self.assertEqual(ids, sorted(ids))
        self.assertIn("softmax-before-cross-entropy", ids)
        rules = self.run_program("rules", "--format=json").json["rules"]
        self.assertEqual([rule["id"] for rule in rules], ids)
        for rule in rules:
            for field in ("title", "why", "fix", "severity", "impact", "pillar", "category"):
                self.assertTrue(rule[field], (rule["id"], field))
        run = self.run_program("rules", "softmax-before-cross-entropy")
        for heading in ("Why", "Fix", "Bad", "Good"):
            self.assertIn("\n%s\n" % heading, run.text)
        run = self.run_program("rules", "softmax-before-cross-entrop")
        self.assertEqual(run.code, 2)
        self.assertIn("did you mean \"softmax-before-cross-entropy\"?", run.message)

    def test_config_explain(self):
        organisation = self.write(self.path("org.yaml"), "review:\n  max_findings: 12\n")
        repository = self.sample(
            extra_before={".allreview.yaml": "# ours\nreview:\n  max_findings: 7\n"},
            extra_after={".allreview.yaml": "review:\n  max_findings: 8\n"})
        arguments = ["config", "explain", "review.max_findings", "--policy", organisation]
        run = self.run_program(*arguments, "HEAD~1", cwd=repository)
        self.assertEqual(run.code, 0, run.message)
        lines = run.text.splitlines()
        self.assertEqual(lines[0], "review.max_findings: 7")
        self.assertRegex(lines[1], r"^  from +\.allreview\.yaml:3$")
        self.assertRegex(lines[2], r"^  shadows +12 \(.*org\.yaml:2\)$")
        run = self.run_program(*arguments, cwd=repository)
        self.assertTrue(run.text.startswith("review.max_findings: 8\n"), run.text)
        run = self.run_program(*arguments)
        self.assertTrue(run.text.startswith("review.max_findings: 12\n"), run.text)
        run = self.run_program("config", "explain", "review.max_finding", cwd=repository)
        self.assertEqual(run.code, 2)
        self.assertIn("did you mean \"review.max_findings\"?", run.message)

    def test_config_explain_shows_what_is_wrong(self):
        repository = self.sample(extra_before={".allreview.yaml": "review:\n  max_findngs: 7\n"})
        run = self.run_program("config", "explain", cwd=repository)
        self.assertEqual(run.code, 1)
        self.assertRegex(run.message, r"^\.allreview\.yaml:2: error [A-Z_]+: .*max_findngs")

    def test_store_moves_by_export_and_import(self):
        first = "--store=sqlite:" + self.path("first.db")
        second = "--store=sqlite:" + self.path("second.db")
        self.run_program("store", "export", first)  # Makes the file.
        with contextlib.closing(sqlite3.connect(self.path("first.db"))) as database, database:
            database.executemany("INSERT INTO entries VALUES(?, 1, ?)",
                                 [(b"audit/%d" % i, b"rvalue %d" % i) for i in range(300)])
        exported = self.run_program("store", "export", first)
        self.assertEqual(exported.code, 0, exported.message)
        self.assertEqual(exported.message, "allreview: exported 300 entries and 0 jobs\n")
        imported = self.run_program("store", "import", second, stdin=exported.out)
        self.assertEqual(imported.code, 0, imported.message)
        self.assertEqual(imported.message, "allreview: imported 300 entries and 0 jobs\n")
        self.assertEqual(self.run_program("store", "export", second).out, exported.out)
        again = self.run_program("store", "import", second, stdin=exported.out)
        self.assertEqual((again.code, again.message),
                         (4, "allreview: import: the store is not empty; name an empty one\n"))

    def test_store_says_what_is_wrong(self):
        missing = self.run_program("store", "export")
        self.assertEqual(missing.code, 2)
        self.assertIn("--store is missing", missing.message)
        unknown = self.run_program("store", "export", "--store=ftp://:secret@host/0")
        self.assertEqual(unknown.code, 2)
        self.assertIn("is of no known kind; wanted sqlite:PATH", unknown.message)
        self.assertNotIn("secret", unknown.message)
        cut = self.run_program("store", "import", "--store=sqlite:" + self.path("cut.db"),
                               stdin=b"{\"format\":\"allreview-store\",\"version\":1}\n")
        self.assertEqual(cut.code, 2)
        self.assertIn("line 2: the end of the export is missing", cut.message)

    def test_version_help_and_completion_need_nothing(self):
        nothing = {"HOME": "/nonexistent", "PATH": "/nonexistent"}
        for arguments in (["version"], ["help"], ["review", "--help"], ["completion", "bash"]):
            run = self.run_program(*arguments, environment=nothing)
            self.assertEqual((run.code, run.err), (0, b""), arguments)
            self.assertTrue(run.out)
        self.assertEqual(os.listdir(self.path("home")), [])


if __name__ == "__main__":
    harness.main()
