"""The same change gives the same bytes, whatever the threads, the cache and the folder."""

import os
import stat

import harness

FORMATS = ["markdown", "json", "sarif", "terminal"]

# The caller does not change: only an index of the repository shows that it breaks.
STEP_BEFORE = "def step(a, b):\n    return a + b\n"
STEP_AFTER = "def step(a):\n    return a\n"
CALLER = "from pkg.core import step\n\n\ndef run():\n    return step(1, 2)\n"


def many_files():
    """Forty files that need work, and findings in most of them."""
    files = {}
    for i in range(40):
        body = harness.LOSS_AFTER if i % 3 else harness.OPTIONS_AFTER
        files["pkg/module_%02d.py" % i] = body + "\n\ndef caller_%d(x):\n    return x\n" % i
    return files


class Determinism(harness.Case):
    def setUp(self):
        super().setUp()
        self.change = self.repository()
        self.commit(self.change, "Start", {"README.md": "x\n", "pkg/core.py": STEP_BEFORE,
                                           "pkg/user.py": CALLER})
        self.commit(self.change, "Add modules", {**many_files(), "pkg/core.py": STEP_AFTER})

    def outputs(self, *arguments, cwd=None, environment=None):
        pairs = []
        for name in FORMATS:
            pairs += ["--format", name, "--output", self.path("out." + name)]
        run = self.review("HEAD~1..HEAD", "--fail-on=none", *arguments, *pairs,
                          cwd=cwd or self.change, environment=environment)
        self.assertEqual(run.code, 0, run.message)
        return [self.read(self.path("out." + name)) for name in FORMATS]

    def test_three_runs_with_one_and_eight_threads(self):
        first = self.outputs("--threads=1")
        self.assertIn(b"mutable-default", first[0])
        self.assertIn(b"call-does-not-fit-signature", first[1])
        for threads in ("1", "8", "1", "8", "8"):
            self.assertEqual(self.outputs("--threads", threads), first)

    def test_a_warm_cache_and_none(self):
        cache = self.path("cache")
        cold = self.outputs(environment={"ALLREVIEW_CACHE_DIR": cache})
        self.assertTrue(os.listdir(cache), "nothing was cached")
        warm = self.outputs(environment={"ALLREVIEW_CACHE_DIR": cache})
        self.assertEqual(warm, cold)
        blocked = self.write(self.path("file"), "")
        self.assertEqual(self.outputs(environment={"ALLREVIEW_CACHE_DIR": blocked}), cold)

    def test_a_damaged_cache(self):
        cache = self.path("cache")
        cold = self.outputs(environment={"ALLREVIEW_CACHE_DIR": cache})
        for folder, _, names in os.walk(cache):
            for name in names:
                self.write(os.path.join(folder, name), b"\0garbage\n" * 500)
        self.assertEqual(self.outputs(environment={"ALLREVIEW_CACHE_DIR": cache}), cold)

    def test_the_cache_stands_where_caches_stand(self):
        # XDG_CACHE_HOME, then ~/.cache, is where it goes without ALLREVIEW_CACHE_DIR.
        self.outputs(environment={"XDG_CACHE_HOME": self.path("xdg")})
        self.assertTrue(os.listdir(self.path("xdg", "allreview")))
        self.outputs()
        self.assertTrue(os.listdir(self.path("home", ".cache", "allreview")))
        for folder, _, names in os.walk(self.path("home", ".cache", "allreview")):
            for name in names:
                mode = os.stat(os.path.join(folder, name)).st_mode
                self.assertFalse(mode & stat.S_IWOTH, name)

    def test_the_folder_and_the_name_of_the_repository_place(self):
        first = self.outputs()
        self.assertEqual(self.outputs(cwd=os.path.join(self.change, "pkg")), first)
        os.mkdir(self.path("elsewhere"))
        os.rename(self.change, self.path("elsewhere", "train-code"))
        self.assertEqual(self.outputs(cwd=self.path("elsewhere", "train-code")), first)

    def test_the_environment_does_not_matter(self):
        first = self.outputs()
        strange = {"TZ": "Asia/Kathmandu", "LC_ALL": "C", "LANG": "de_DE.UTF-8", "COLUMNS": "40",
                   "GIT_DIR": "/nonexistent", "GIT_EXTERNAL_DIFF": "false", "PAGER": "false",
                   "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "diff.noprefix",
                   "GIT_CONFIG_VALUE_0": "true"}
        self.assertEqual(self.outputs(environment=strange), first)
        self.write(self.path("home", ".gitconfig"),
                   "[diff]\n\tnoprefix = true\n\trenames = false\n\tcontext = 9\n"
                   "\talgorithm = histogram\n[core]\n\tquotepath = false\n\tpager = false\n"
                   "[color]\n\tui = always\n")
        self.assertEqual(self.outputs(), first)


if __name__ == "__main__":
    harness.main()
