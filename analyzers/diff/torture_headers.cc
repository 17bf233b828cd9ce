#include "absl/strings/str_cat.h"
#include "analyzers/diff/torture_cases.h"

namespace allreview::diff {
namespace {

constexpr absl::string_view kSwap = "@@ -1 +1 @@\n-left\n+right\n";

}  // namespace

std::vector<TortureCase> HeaderCases() {
  return {
      {"T025", "pure rename",
       "diff --git a/first.py b/second.py\nsimilarity index 100%\nrename from first.py\n"
       "rename to second.py\n",
       "R first.py => second.py +0 -0 0h sim=100\n"},
      {"T026", "rename with an edit",
       "diff --git a/first.py b/second.py\nsimilarity index 63%\nrename from first.py\n"
       "rename to second.py\nindex 5a5a..6b6b 100644\n--- a/first.py\n+++ b/second.py\n"
       "@@ -7,2 +7,2 @@\n same\n-old\n+new\n",
       "R first.py => second.py +1 -1 1h sim=63\n"},
      {"T027", "copy",
       "diff --git a/first.py b/second.py\nsimilarity index 100%\ncopy from first.py\n"
       "copy to second.py\n",
       "C first.py => second.py +0 -0 0h sim=100\n"},
      {"T028", "mode only", "diff --git a/go.sh b/go.sh\nold mode 100755\nnew mode 100644\n",
       "M go.sh +0 -0 0h mode=100755>100644\n"},
      {"T029", "rename and mode",
       "diff --git a/go.sh b/bin/go\nold mode 100644\nnew mode 100755\nsimilarity index 100%\n"
       "rename from go.sh\nrename to bin/go\n",
       "R go.sh => bin/go +0 -0 0h sim=100 mode=100644>100755\n"},
      {"T030", "file becomes a link",
       "diff --git a/env.sh b/env.sh\ndeleted file mode 100644\nindex 5a5a..0000\n--- a/env.sh\n"
       "+++ /dev/null\n@@ -1 +0,0 @@\n-export A=1\ndiff --git a/env.sh b/env.sh\n"
       "new file mode 120000\nindex 0000..6b6b\n--- /dev/null\n+++ b/env.sh\n@@ -0,0 +1 @@\n"
       "+shared/env.sh\n\\ No newline at end of file\n",
       "D env.sh +0 -1 1h mode=100644>0\nA env.sh +1 -0 1h mode=0>120000 noeol-new\n"},
      {"T031", "link points elsewhere",
       "diff --git a/latest b/latest\nindex 5a5a..6b6b 120000\n--- a/latest\n+++ b/latest\n"
       "@@ -1 +1 @@\n-v1\n\\ No newline at end of file\n+v2\n\\ No newline at end of file\n",
       "M latest +1 -1 1h mode=120000 noeol-old noeol-new\n"},
      {"T035", "rewrite",
       "diff --git a/all.py b/all.py\ndissimilarity index 88%\nindex 5a5a..6b6b 100644\n"
       "--- a/all.py\n+++ b/all.py\n@@ -1,2 +1,1 @@\n-a\n-b\n+c\n",
       "M all.py +1 -2 1h dissim=88\n"},
      {"T036", "impossible similarity",
       "diff --git a/first.py b/second.py\nsimilarity index 101%\nrename from first.py\n"
       "rename to second.py\n",
       "R first.py => second.py +0 -0 0h\nwarn:BAD_SIMILARITY@2\n"},
      {"T037", "no index line",
       absl::StrCat("diff --git a/z.c b/z.c\n--- a/z.c\n+++ b/z.c\n", kSwap), "M z.c +1 -1 1h\n"},
      {"T039", "header of the future",
       absl::StrCat("diff --git a/z.c b/z.c\nencoding index utf-8\nindex 5a5a..6b6b 100644\n"
                    "--- a/z.c\n+++ b/z.c\n",
                    kSwap),
       "M z.c +1 -1 1h\nwarn:UNKNOWN_HEADER@2\n"},
      {"T040", "new and deleted",
       "diff --git a/z.c b/z.c\ndeleted file mode 100644\nnew file mode 100644\n"
       "index 0000..6b6b\n--- /dev/null\n+++ b/z.c\n@@ -0,0 +1 @@\n+x\n",
       "error:CONTRADICTORY_HEADERS@3\n"},
      {"T041", "half a rename",
       "diff --git a/first.py b/second.py\nsimilarity index 100%\nrename to second.py\n",
       "error:INCOMPLETE_RENAME@1\n"},
      {"T042", "new file with old lines",
       "diff --git a/z.c b/z.c\nnew file mode 100644\nindex 0000..6b6b\n--- /dev/null\n+++ b/z.c\n"
       "@@ -1,2 +1 @@\n-p\n-q\n+r\n",
       "error:NEW_FILE_HAS_OLD_LINES@6\n"},
      {"T043", "deleted file with new lines",
       "diff --git a/z.c b/z.c\ndeleted file mode 100644\nindex 5a5a..0000\n--- a/z.c\n"
       "+++ /dev/null\n@@ -1 +1 @@\n-p\n+q\n",
       "error:DELETED_FILE_HAS_NEW_LINES@6\n"},
      {"T080", "names without hunk", Modified("z.c"), "error:NO_HUNK@3\n"},
      {"T082", "new binary",
       "diff --git a/logo.ico b/logo.ico\nnew file mode 100644\nindex 0000..6b6b\n"
       "Binary files /dev/null and b/logo.ico differ\n",
       "A logo.ico +0 -0 0h mode=0>100644 binary\n"},
      {"T083", "binary rename",
       "diff --git a/logo.ico b/icon.ico\nsimilarity index 71%\nrename from logo.ico\n"
       "rename to icon.ico\nBinary files a/logo.ico and b/icon.ico differ\n",
       "R logo.ico => icon.ico +0 -0 0h sim=71 binary\n"},
      {"T084", "binary patch",
       "diff --git a/w.bin b/w.bin\nindex 5a5a5a5..6b6b6b6 100644\nGIT binary patch\nliteral 5\n"
       "McmYdfU|?VXVgLXD00961\n\nliteral 3\nKcmWe(U|;|M0000F\n\n",
       "M w.bin +0 -0 0h binary literal=5\n"},
      {"T086", "binary patch cut",
       "diff --git a/w.bin b/w.bin\nindex 5a5a5a5..6b6b6b6 100644\nGIT binary patch\nliteral 50\n"
       "KcmWe(U|;|M0000F\n",
       "error:TRUNCATED_BINARY@5\n"},
      {"T105", "tail lost", "diff --git a/z.c b/z.c\nindex 5a5a5a5..6b6b6b6 100644\n",
       "error:INCOMPLETE_FILE@1\n"},
  };
}

}  // namespace allreview::diff
