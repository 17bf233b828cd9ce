"""The reviews that README.md and docs/sample-review.md show are those of docs/examples/sample.

To accept new texts: bazel run //tests/documents:sample_test -- --update_golden
"""

import os
import re
import sys

import documents_test
import harness

ROOT = os.path.dirname(os.path.dirname(documents_test.HERE))
SAMPLE = os.path.join(ROOT, "docs", "examples", "sample")
# In README.md, the terminal's text: the only block of code that is `text`.
BLOCK = re.compile(r"```text\n(.*?)```\n", re.DOTALL)


class Sample(harness.Case):
    root = ROOT
    is_update = False

    def reviewed(self, text_format):
        repository = self.repository("sample-" + text_format)
        for folder, message in (("before", "Everything before"),
                                ("after", self.read(os.path.join(SAMPLE, "message.txt")).decode())):
            files = documents_test.read_tree(os.path.join(SAMPLE, folder))
            self.commit(repository, message, files)
        run = self.review("--format=" + text_format, "--fail-on=none", "HEAD~1..HEAD",
                          cwd=repository)
        self.assertIn(run.code, (0, 3), run.message)
        return run.text

    def accept_or_compare(self, name, is_shown, text, shown):
        """A file that shows `is_shown` and ought to show `text`; with it, it is `shown`."""
        if self.is_update:
            self.write(os.path.join(self.root, name), shown)
            return
        wanted = documents_test.without_hash_of_rules(is_shown)
        found = documents_test.without_hash_of_rules(text)
        if wanted != found:
            self.fail("%s is out of date, see --update_golden: %s" %
                      (name, documents_test.first_difference(wanted, found)))

    def test_readme(self):
        readme = self.read(os.path.join(self.root, "README.md")).decode()
        text = self.reviewed("terminal")
        found = BLOCK.findall(readme)
        self.assertEqual(len(found), 1)
        self.accept_or_compare("README.md", found[0], text,
                               BLOCK.sub(lambda _: "```text\n" + text + "```\n", readme))

    def test_markdown(self):
        name = "docs/sample-review.md"
        shown = self.read(os.path.join(self.root, name)).decode()
        text = self.reviewed("markdown")
        self.accept_or_compare(name, shown, text, text)


if __name__ == "__main__":
    if "--update_golden" in sys.argv:
        sys.argv.remove("--update_golden")
        Sample.is_update = True
        Sample.root = os.environ["BUILD_WORKSPACE_DIRECTORY"]
    harness.main()
