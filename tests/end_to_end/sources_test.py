"""The same change from every source."""

import os

import harness
from harness import SAMPLE_FINDINGS


class Sources(harness.Case):
    def check(self, review):
        self.assertEqual(self.findings(review), SAMPLE_FINDINGS)
        self.assertEqual(review["totals"], {"files": 2, "additions": "5", "deletions": "3"})
        self.assertEqual([f["entry"]["new_path"] for f in review["files"]],
                         ["train/loss.py", "train/options.py"])

    def test_range_of_two_trees(self):
        repository = self.sample()
        self.check(self.review_json("HEAD~1..HEAD", cwd=repository))

    def test_range_in_the_other_direction(self):
        review = self.review_json("HEAD..HEAD~1", cwd=self.sample())
        self.assertEqual(self.findings(review), [])
        self.assertEqual(review["totals"], {"files": 2, "additions": "3", "deletions": "5"})

    def test_range_from_the_merge_base(self):
        repository = self.sample()
        self.git(repository, "checkout", "-q", "-b", "other", "HEAD~1")
        self.commit(repository, "Add notes", {"NOTES.md": "notes\n"})
        self.check(self.review_json("other...main", cwd=repository))
        # Two dots compare the trees: the notes of the other side are gone.
        review = self.review_json("other..main", cwd=repository)
        self.assertEqual(review["totals"]["files"], 3)

    def test_repository_named_from_elsewhere(self):
        repository = self.sample()
        os.makedirs(self.path("train-code", "train", "deep"))
        for name in (repository, self.path("train-code", ".git"),
                     self.path("train-code", "train", "deep"), "train-code"):
            self.check(self.review_json("--repo", name, "HEAD~1..HEAD"))

    def test_bare_repository(self):
        repository = self.sample()
        self.git(self.folder, "clone", "-q", "--bare", repository, self.path("bare.git"))
        self.check(self.review_json("--repo=bare.git", "main~1..main"))

    def test_linked_work_tree(self):
        repository = self.sample()
        self.git(repository, "worktree", "add", "-q", "--detach", self.path("linked"))
        self.check(self.review_json("HEAD~1..HEAD", cwd=self.path("linked")))

    def test_working_tree_and_index(self):
        repository = self.sample()
        self.git(repository, "reset", "-q", "--soft", "HEAD~1")
        self.check(self.review_json(cwd=repository))
        self.check(self.review_json("--working-tree", cwd=repository))
        self.check(self.review_json("--staged", cwd=repository))
        self.git(repository, "reset", "-q")
        self.check(self.review_json(cwd=repository))
        review = self.review_json("--staged", cwd=repository)
        self.assertEqual(review.get("files", []), [])

    def test_untracked_files_are_not_reviewed(self):
        repository = self.sample()
        self.write(os.path.join(repository, "new.py"), harness.LOSS_AFTER)
        review = self.review_json(cwd=repository)
        self.assertEqual(review.get("files", []), [])

    def test_working_tree_against_a_revision(self):
        repository = self.sample()
        self.check(self.review_json("HEAD~1", cwd=repository))
        self.check(self.review_json("--staged", "HEAD~1", cwd=repository))

    def test_two_folders(self):
        before, after = self.path("before"), self.path("after")
        self.write(os.path.join(before, "train/loss.py"), harness.LOSS_BEFORE)
        self.write(os.path.join(before, "train/options.py"), harness.OPTIONS_BEFORE)
        self.write(os.path.join(after, "train/loss.py"), harness.LOSS_AFTER)
        self.write(os.path.join(after, "train/options.py"), harness.OPTIONS_AFTER)
        self.check(self.review_json("--dirs", before, "after"))

    def test_patch_with_its_repository(self):
        repository = self.sample()
        patch = self.write(self.path("x.diff"), self.git(repository, "diff", "HEAD~1", "HEAD"))
        self.check(self.review_json("--patch", patch, "--repo", repository))

    def test_patch_from_standard_input(self):
        repository = self.sample()
        patch = self.git(repository, "diff", "HEAD~1", "HEAD")
        file = self.write(self.path("x.diff"), patch)
        run = self.review("--patch", file, "--format=json")
        # Of a patch alone only the hunks are known: that is no complete review.
        self.assertEqual(run.code, 3)
        from_file = run.json
        self.assertEqual(from_file["totals"], {"files": 2, "additions": "5", "deletions": "3"})
        for arguments in (["-"], ["--patch=-"], ["--patch", "-"]):
            review = self.review_json(*arguments, stdin=patch)
            self.assertEqual(review["files"], from_file["files"])
            self.assertEqual(review["ledger"], from_file["ledger"])

    def test_mailbox(self):
        repository = self.sample()
        mails = self.git(repository, "format-patch", "--stdout", "HEAD~1")
        review = self.review_json("-", "--repo", repository, stdin=mails)
        self.check(review)
        self.assertEqual(review["change"]["title"], "Change the loss")

    def test_new_branch_without_common_history(self):
        repository = self.sample()
        self.git(repository, "checkout", "-q", "--orphan", "fresh")
        self.commit(repository, "Start again", {"train/options.py": None})
        review = self.review_json("main..fresh", cwd=repository)
        self.assertEqual(review["totals"], {"files": 1, "deletions": "3"})
        run = self.review("main...fresh", cwd=repository)
        self.assertEqual(run.code, 4)
        self.assertIn("no common ancestor", run.message)

    def test_every_file_is_in_the_ledger(self):
        repository = self.sample(
            extra_before={"old.py": "x = 1\n"},
            extra_after={"README.md": "text\n", "data.json": "{}\n", "logo.png": b"\x89PNG\0\1",
                         "kernel.cu": "__global__ void f() {}\n", "old.py": None,
                         "kernel.rs": "fn f() {}\n",
                         "empty.py": "", "latin.py": b"# caf\xe9\nx = 1\n"})
        review = self.review_json("HEAD~1..HEAD", cwd=repository)
        changed = self.git(repository, "diff", "--name-only", "HEAD~1", "HEAD").decode().split()
        whole = [e["path"] for e in review["ledger"] if e["hunk"] == -1]
        self.assertEqual(sorted(whole), sorted(changed))


if __name__ == "__main__":
    harness.main()
