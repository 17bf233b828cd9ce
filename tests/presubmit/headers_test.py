#!/usr/bin/env python3
"""Headers include what they use, though precompiled headers would hide it. Argument: WORKSPACE.

bazel/precompiled.bzl puts headers in front of every file, so that a header which forgets one of them compiles all the
same, until somebody compiles without. Here each header is searched for names of what is precompiled: it, or a header
of ours that it includes, must include where they come from. The rest the compiler proves, as long as each .cc file
begins with its own header, which is looked at, too.
"""

import os
import re
import subprocess
import sys
import unittest

# By header, as bazel/BUILD.bazel lists them, the names of it that mean it.
NAMES = {
    "<algorithm>": r"std::(?:sort|stable_sort|find|find_if|any_of|all_of|none_of|min|max|clamp|copy|copy_n|count|"
                   r"count_if|transform|lower_bound|upper_bound|equal_range|equal|fill|reverse|remove_if|unique|"
                   r"min_element|max_element|is_sorted|for_each|partition_point)\(",
    "<array>": r"std::array\b",
    "<condition_variable>": r"std::condition_variable(?:_any)?\b",
    "<cstdint>": r"\bu?int(?:8|16|32|64)_t\b|\buintptr_t\b",
    "<functional>": r"std::(?:function|hash|less|greater|reference_wrapper|ref|cref|invoke)\b",
    "<map>": r"std::(?:multi)?map\b",
    "<memory>": r"std::(?:unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared|enable_shared_from_this)\b",
    "<mutex>": r"std::(?:mutex|recursive_mutex|once_flag|call_once|lock_guard|unique_lock)\b",
    "<optional>": r"std::(?:optional|nullopt|make_optional)\b",
    "<set>": r"std::(?:multi)?set\b",
    "<string>": r"std::(?:string|to_string)\b",
    "<utility>": r"std::(?:pair|move|swap|exchange|forward|make_pair|declval)\b",
    "<variant>": r"std::(?:variant|monostate|visit|get_if|holds_alternative)\b",
    "<vector>": r"std::vector\b",
    "absl/container/flat_hash_map.h": r"absl::flat_hash_map\b",
    "absl/status/statusor.h": r"absl::StatusOr\b",
    "absl/strings/ascii.h": r"absl::(?:ascii_\w+|AsciiStrTo\w+|StripAsciiWhitespace)\b",
    "absl/strings/match.h": r"absl::(?:StartsWith|EndsWith|StrContains|EqualsIgnoreCase)\b",
    "absl/strings/numbers.h": r"absl::SimpleAto\w+\b",
    "absl/strings/str_cat.h": r"absl::(?:StrCat|StrAppend|AlphaNum|Hex)\b",
    "absl/strings/str_join.h": r"absl::StrJoin\b",
    "absl/strings/str_replace.h": r"absl::StrReplaceAll\b",
    "absl/strings/str_split.h": r"absl::(?:StrSplit|SkipEmpty|ByChar|MaxSplits)\b",
    "absl/strings/string_view.h": r"absl::string_view\b",
    "absl/strings/strip.h": r"absl::(?:ConsumePrefix|ConsumeSuffix|StripPrefix|StripSuffix)\b",
    "absl/time/time.h": r"absl::(?:Duration|Time|Seconds|Milliseconds|Minutes|Hours|ZeroDuration|InfiniteDuration)\b",
    "absl/types/span.h": r"absl::(?:Span|MakeSpan|MakeConstSpan)\b",
}
# Headers that nearly everything includes wait for an edit that has another reason, too. The list only gets shorter.
KNOWN = {
    "base/scratch_folder.h uses <utility>",
}
INCLUDE = re.compile(r'^\s*#include (?:"([^"]+)"|(<[^>]+>))', re.MULTILINE)


def includes(text):
    return [quoted or bracketed for quoted, bracketed in INCLUDE.findall(text)]


def closure(path, included):
    """What a header includes, and what headers of ours among these include."""
    seen, queue = set(), [path]
    while queue:
        for name in included.get(queue.pop(), ()):
            if name not in seen:
                seen.add(name)
                queue.append(name)
    return seen


def missing(path, text, included):
    """The headers that one of ours uses without including them."""
    code = re.sub(r"//[^\n]*", "", text)
    there = closure(path, included)
    return [name for name, uses in NAMES.items() if name not in there and re.search(uses, code)]


class Searching(unittest.TestCase):
    def test_a_header_of_ours_may_bring_what_is_used(self):
        included = {"a.h": ["b.h"], "b.h": ["<string>"]}
        self.assertEqual(missing("a.h", "std::string s; std::vector<int> v;  // std::map", included), ["<vector>"])


class Headers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = os.path.dirname(os.path.realpath(sys.argv[1]))
        files = subprocess.run(["git", "ls-files", "*.h", "*.cc", ":!third_party"], cwd=cls.root, check=True, capture_output=True,
                               text=True).stdout.split()
        cls.texts = {}
        for path in files:
            with open(os.path.join(cls.root, path), encoding="utf-8") as file:
                cls.texts[path] = file.read()
        cls.included = {path: includes(text) for path, text in cls.texts.items()}

    def test_each_header_includes_what_it_uses_of_the_precompiled_ones(self):
        headers = [path for path in self.texts if path.endswith(".h")]
        self.assertGreater(len(headers), 500)
        found = {"%s uses %s" % (path, name) for path in headers
                 for name in missing(path, self.texts[path], self.included)}
        wrong = sorted(found - KNOWN) + ["no longer true: " + line for line in sorted(KNOWN - found)]
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))

    def test_each_file_includes_its_own_header_first(self):
        wrong = []
        for path, names in self.included.items():
            own = path[:-3] + ".h"
            if path.endswith(".cc") and own in self.texts and own in names and names[0] != own:
                wrong.append("%s begins with %s" % (path, names[0]))
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))

    def test_all_precompiled_headers_are_searched_for(self):
        with open(os.path.join(self.root, "bazel/BUILD.bazel"), encoding="utf-8") as file:
            standard = re.search(r"_STANDARD = \[(.*?)\]", file.read(), re.DOTALL).group(1)
        listed = re.findall(r"(<[^>]+>)|'\"([^\"]+)\"'", standard)
        self.assertEqual(sorted(a or b for a, b in listed), sorted(NAMES))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
