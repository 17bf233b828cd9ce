#include "absl/strings/str_cat.h"
#include "analyzers/diff/torture_cases.h"

namespace allreview::diff {
namespace {

constexpr absl::string_view kSwap = "@@ -1 +1 @@\n-left\n+right\n";

}  // namespace

std::string Modified(absl::string_view path) {
  return absl::StrCat("diff --git a/", path, " b/", path, "\nindex 5a5a5a5..6b6b6b6 100644\n--- a/",
                      path, "\n+++ b/", path, "\n");
}

std::vector<TortureCase> PathCases() {
  return {
      {"T001", "plain",
       absl::StrCat(Modified("core/ring.py"),
                    "@@ -4,3 +4,3 @@ class Ring:\n size = 1\n-depth = 2\n+depth = "
                    "3\n step = 4\n"),
       "M core/ring.py +1 -1 1h\n"},
      {"T002", "octal escapes",
       absl::StrCat("diff --git \"a/\\346\\242\\257\\345\\272\\246.py\" "
                    "\"b/\\346\\242\\257\\345\\272\\246.py\"\nindex 5a5a..6b6b 100644\n"
                    "--- \"a/\\346\\242\\257\\345\\272\\246.py\"\n"
                    "+++ \"b/\\346\\242\\257\\345\\272\\246.py\"\n",
                    kSwap),
       "M 梯度.py +1 -1 1h\n"},
      {"T003", "letter escapes",
       absl::StrCat("diff --git \"a/\\a\\b\\t\\n\\v\\f\\r\\\"\\\\.md\" "
                    "\"b/\\a\\b\\t\\n\\v\\f\\r\\\"\\\\.md\"\nindex 5a5a..6b6b 100644\n"
                    "--- \"a/\\a\\b\\t\\n\\v\\f\\r\\\"\\\\.md\"\n"
                    "+++ \"b/\\a\\b\\t\\n\\v\\f\\r\\\"\\\\.md\"\n",
                    kSwap),
       "M \a\b\t\n\v\f\r\"\\.md +1 -1 1h\n"},
      {"T004", "one side quoted",
       "diff --git a/notes.txt \"b/no\\ntes.txt\"\nsimilarity index 100%\nrename from notes.txt\n"
       "rename to \"no\\ntes.txt\"\n",
       "R notes.txt => no\ntes.txt +0 -0 0h sim=100\n"},
      {"T005", "spaces and TAB",
       absl::StrCat("diff --git a/run log 2.txt b/run log 2.txt\nindex 5a5a..6b6b 100644\n"
                    "--- a/run log 2.txt\t\n+++ b/run log 2.txt\t\n",
                    kSwap),
       "M run log 2.txt +1 -1 1h\n"},
      {"T006", "a folder called b after a space",
       "diff --git a/x b/run.sh b/x b/run.sh\nold mode 100644\nnew mode 100755\n",
       "M x b/run.sh +0 -0 0h mode=100644>100755\n"},
      {"T007", "ambiguous rename",
       "diff --git a/set b/one - 1.json b/set b/one - 2.json\nsimilarity index 100%\n"
       "rename from set b/one - 1.json\nrename to set b/one - 2.json\n",
       "R set b/one - 1.json => set b/one - 2.json +0 -0 0h sim=100\n"},
      {"T008", "binary with and",
       "diff --git a/salt and pepper.gif b/salt and pepper.gif\nindex 5a5a..6b6b 100644\n"
       "Binary files a/salt and pepper.gif and b/salt and pepper.gif differ\n",
       "M salt and pepper.gif +0 -0 0h binary\n"},
      {"T009", "no prefix",
       absl::StrCat("diff --git lib/sum.cu lib/sum.cu\nindex 5a5a..6b6b 100644\n--- lib/sum.cu\n"
                    "+++ lib/sum.cu\n",
                    kSwap),
       "M lib/sum.cu +1 -1 1h\nwarn:NO_PREFIX@1\n"},
      {"T010", "mnemonic prefixes",
       absl::StrCat("diff --git i/lib/sum.cu w/lib/sum.cu\nindex 5a5a..6b6b 100644\n"
                    "--- i/lib/sum.cu\n+++ w/lib/sum.cu\n",
                    kSwap),
       "M lib/sum.cu +1 -1 1h\n"},
      {"T010b", "prefixes of the user",
       absl::StrCat("diff --git old/lib/sum.cu now/lib/sum.cu\nindex 5a5a..6b6b 100644\n"
                    "--- old/lib/sum.cu\n+++ now/lib/sum.cu\n",
                    kSwap),
       "M lib/sum.cu +1 -1 1h\n"},
      {"T011", "a folder called a", absl::StrCat(Modified("a/b/sum.py"), kSwap),
       "M a/b/sum.py +1 -1 1h\n"},
      {"T012", "created",
       "diff --git a/fresh.sh b/fresh.sh\nnew file mode 100755\nindex 0000000..6b6b6b6\n"
       "--- /dev/null\n+++ b/fresh.sh\n@@ -0,0 +1,2 @@\n+one\n+two\n",
       "A fresh.sh +2 -0 1h mode=0>100755\n"},
      {"T013", "deleted",
       "diff --git a/stale.sh b/stale.sh\ndeleted file mode 100644\nindex 5a5a5a5..0000000\n"
       "--- a/stale.sh\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n",
       "D stale.sh +0 -2 1h mode=100644>0\n"},
      {"T014", "created empty, then another",
       absl::StrCat("diff --git a/kit/__init__.py b/kit/__init__.py\nnew file mode 100644\n"
                    "index 0000000..e69de29\n",
                    Modified("kit/tool.py"), kSwap),
       "A kit/__init__.py +0 -0 0h mode=0>100644\nM kit/tool.py +1 -1 1h\n"},
      {"T017", "created, by its time stamp",
       "--- kit/new.c\t1970-01-01 02:00:00.000000000 +0200\n"
       "+++ kit/new.c\t2025-05-06 07:08:09.123456789 +0200\n@@ -0,0 +1 @@\n+int x;\n",
       "A kit/new.c +1 -0 1h\n"},
      {"T018", "path leaves the tree",
       absl::StrCat("diff --git a/kit/../../id_rsa b/kit/../../id_rsa\n"
                    "index 5a5a..6b6b 100644\n--- a/kit/../../id_rsa\n+++ b/kit/../../id_rsa\n",
                    kSwap),
       "error:UNSAFE_PATH@1\n"},
      {"T019", "path into .git", absl::StrCat(Modified("sub/.GIT/hooks/pre-commit"), kSwap),
       "error:UNSAFE_PATH@1\n"},
      {"T020", "unknown escape",
       absl::StrCat("diff --git \"a/\\8.py\" \"b/\\8.py\"\nindex 5a5a..6b6b 100644\n"
                    "--- \"a/\\8.py\"\n+++ \"b/\\8.py\"\n",
                    kSwap),
       "error:BAD_QUOTED_PATH@1\n"},
      {"T021", "open quotation mark",
       absl::StrCat("diff --git \"a/tool.py b/tool.py\n--- \"a/tool.py\n+++ b/tool.py\n", kSwap),
       "error:BAD_QUOTED_PATH@1\n"},
  };
}

}  // namespace allreview::diff
