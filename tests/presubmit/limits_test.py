#!/usr/bin/env python3
"""The limits of the style guide, counted over the product's code. Arguments: WORKSPACE, limits.txt.

  file PATH                    longer than 350 lines
  function PATH NAME           longer than 40 lines, from its signature to its last brace
  pointer PATH NAME PARAMETER  a container that the function is to fill

What limits.txt lists is known. Anything else fails, and so does a line that is no longer needed: the
list only gets shorter. Tests and what they are made of are left out: a test file is a list of cases.
"""

import os
import re
import subprocess
import sys
import unittest

MAX_FILE_LINES, MAX_FUNCTION_LINES = 350, 40
LEFT_OUT = re.compile(r"_test\.(cc|h)$|^tests/|/testing/|_fixture\.(cc|h)$|_bench\.cc$")

# As clang-format leaves the code, a function's last brace stands where its signature begins.
NO_FUNCTION = re.compile(r"(namespace|class|struct|enum|union|extern|if|for|while|switch|else|do|try|"
                         r"return|(static |inline )?(constexpr|const)\b[^(]*[={])\b|.*= *[\[{(]?$")
CONTAINER = (r"(?:std::(?:vector|string|map|multimap|set|multiset|deque|list|unordered_map|"
             r"unordered_set)|absl::(?:flat_hash_\w+|node_hash_\w+|btree_\w+|InlinedVector))\b")
OUTPUT = re.compile(r"(?<!const )\b" + CONTAINER + r"(?:<[^;{}()]*>)?\s*\*\s*(\w+)\s*(?:=[^,;()]*)?[,)]")


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def functions(text):
    """Yields (name, lines) of each function definition outside of functions."""
    lines = [(number, without_comments(line)) for number, line in enumerate(text.split("\n"))
             if not line.lstrip().startswith("//")]
    index = 0
    while index < len(lines):
        first = index
        index += 1
        if not lines[first][1].rstrip().endswith("{"):
            continue
        while first > 0 and lines[first - 1][1].strip() and not re.search(
                r"[;{}]\s*$|^\s*(#|public:|private:|protected:)", lines[first - 1][1]):
            first -= 1
        head = " ".join(line.strip() for _, line in lines[first:index])
        name = re.search(r"([\w:~]+|operator\S+)\(", head)
        if not name or NO_FUNCTION.match(head):
            continue
        end = re.match(" *", lines[first][1]).group(0) + "}"
        while index < len(lines) and not lines[index][1].startswith(end):
            index += 1
        if index < len(lines):
            yield name.group(1), lines[index][0] - lines[first][0] + 1


def outputs(text):
    """Yields "function parameter" of containers that are to be filled."""
    # A function that absl::StrJoin calls has the form that it asks for.
    code = re.sub(r"\[[^\[\]]*\]\(std::string\* \w+, ", "[](", without_comments(text))
    for found in OUTPUT.finditer(code):
        before = re.findall(r"([\w:~]+|\])\s*\(", code[max(0, found.start() - 600):found.start()])
        yield "%s %s" % (before[-1] if before else "?", found.group(1))


def exceeded(path, text):
    """Returns {line of the list: how much it is} for one file."""
    found = {}
    lines = text.count("\n")
    if lines > MAX_FILE_LINES:
        found["file %s" % path] = "%d lines" % lines
    for name, length in functions(text):
        if length > MAX_FUNCTION_LINES:
            found["function %s %s" % (path, name)] = "%d lines" % length
    for name in outputs(text):
        found["pointer %s %s" % (path, name)] = "return it instead"
    return found


def product_files(root):
    listed = subprocess.run(["git", "ls-files", "*.h", "*.cc", "*.cu", ":!analyzers/rules/*.cu"], cwd=root, check=True,
                            capture_output=True, text=True).stdout.split()
    return [path for path in listed if not LEFT_OUT.search(path)]


class Counting(unittest.TestCase):
    def test_functions_are_found_with_their_lengths(self):
        text = ("namespace a {\nint F(int x,\n      int y) {\n  if (x) {\n  }\n}\nclass C {\n public:\n"
                "  void G() {\n    H();\n  }\n};\nconst int kTable[] = {\n    1,\n};\n}  // namespace a\n")
        self.assertEqual(list(functions(text)), [("F", 5), ("G", 3)])

    def test_containers_to_be_filled_are_found(self):
        self.assertEqual(list(outputs("void F(int a, std::vector<std::string>* out);")), ["F out"])
        self.assertEqual(list(outputs("void F(std::string* text, int b) {}")), ["F text"])
        self.assertEqual(list(outputs("void F(const std::vector<int>* in);")), [])
        self.assertEqual(list(outputs("  std::vector<int>* member_;")), [])
        self.assertEqual(list(outputs("StrJoin(a, b, [](std::string* out, int n) {})")), [])


class Limits(unittest.TestCase):
    def test_the_list_is_what_exceeds_the_limits(self):
        root = os.path.dirname(os.path.realpath(sys.argv[1]))
        files = product_files(root)
        self.assertGreater(len(files), 1000)
        found = {}
        for path in files:
            with open(os.path.join(root, path), encoding="utf-8") as file:
                found.update(exceeded(path, file.read()))
        with open(sys.argv[2], encoding="utf-8") as file:
            known = [line.split("#")[0].strip() for line in file]
        known = [line for line in known if line]
        wrong = ["new: %s (%s)" % (line, found[line]) for line in sorted(found) if line not in known]
        wrong += ["no longer needed: %s" % line for line in known if line not in found]
        if known != sorted(set(known)):
            wrong.append("the list is not sorted, or says something twice")
        print("limits: %d files, %d of the list's lines hold" % (len(files), len(known)))
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
