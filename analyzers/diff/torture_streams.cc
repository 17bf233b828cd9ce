#include "absl/strings/str_cat.h"
#include "analyzers/diff/torture_cases.h"

namespace allreview::diff {
namespace {

constexpr absl::string_view kSwap = "@@ -1 +1 @@\n-left\n+right\n";

std::string Mail(int number, absl::string_view diff) {
  return absl::StrCat("From ", std::string(40, 'c'),
                      " Mon Sep 17 00:00:00 2001\nFrom: N <n@e.org>\n", "Subject: [PATCH ", number,
                      "/2] Tidy\n\nThe diff below says it all.\n\n---\n", " z.c | 2 +-\n\n", diff,
                      "-- \n2.40.1\n\n");
}

}  // namespace

std::vector<TortureCase> StreamCases() {
  std::string z = absl::StrCat(Modified("z.c"), kSwap);
  return {
      {"T088", "example in a mail",
       absl::StrCat("Subject: [PATCH] Show it\n\nWas:\n\n    diff --git a/old b/old\n"
                    "    --- a/old\n    +++ b/old\n    @@ -1 +1 @@\n---\n z.c | 2 +-\n\n",
                    z),
       "M z.c +1 -1 1h\n"},
      {"T089", "series of mails",
       absl::StrCat(Mail(1, z),
                    Mail(2, "diff --git a/go b/go\nold mode 100644\nnew mode 100755\n")),
       "M z.c +1 -1 1h\nM go +0 -0 0h mode=100644>100755\n"},
      {"T090", "Subversion",
       absl::StrCat("Index: kit/z.c\n", std::string(67, '='),
                    "\n--- kit/z.c\t(revision 4)\n+++ kit/z.c\t(working copy)\n", kSwap,
                    "\nProperty changes on: kit/z.c\n", std::string(67, '_'),
                    "\nAdded: svn:keywords\n   + Id\n"),
       "M kit/z.c +1 -1 1h\nwarn:FOREIGN_HEADER@1\n"},
      {"T091", "Mercurial",
       absl::StrCat("diff -r aaaaaaaaaaaa -r bbbbbbbbbbbb kit/z.c\n"
                    "--- a/kit/z.c\tTue Mar 03 00:00:00 2026 +0000\n"
                    "+++ b/kit/z.c\tWed Mar 04 00:00:00 2026 +0000\n",
                    kSwap),
       "M kit/z.c +1 -1 1h\nwarn:FOREIGN_HEADER@1\n"},
      {"T093", "merge",
       "diff --cc z.c\nindex 1111,2222..3333\n--- a/z.c\n+++ b/z.c\n@@@ -5,3 -5,2 +5,4 @@@ f()\n"
       "  same\n- ours\n++new\n+ theirs\n++more\n -gone\n- mine\n",
       "error:HUNK_TOO_LONG@11\n"},
      {"T093b", "merge that adds up",
       "diff --cc z.c\nindex 1111,2222..3333\n--- a/z.c\n+++ b/z.c\n@@@ -5,2 -5,3 +5,3 @@@ f()\n"
       "  same\n- ours\n -gone\n+ theirs\n++new\n",
       "M z.c +2 -1 1h parents=2\nwarn:COMBINED@1\n"},
      {"T093c", "merge with a line both lost and new",
       "diff --cc z.c\nindex 1111,2222..3333\n--- a/z.c\n+++ b/z.c\n@@@ -5,1 -5,2 +5,1 @@@\n"
       "  same\n+-odd\n",
       "error:BAD_LINE_PREFIX@7\n"},
      {"T094", "merge that deletes",
       "diff --combined go\nindex 1111,2222..0000\nmode 100755,100644..000000\n"
       "deleted file mode 100755,100644\n",
       "D go +0 -0 0h mode=100755>0 parents=2\nwarn:COMBINED@1\n"},
      {"T095", "conflict", absl::StrCat("* Unmerged path kit/a.py\n", z),
       "M z.c +1 -1 1h\nwarn:UNMERGED@1\n"},
      {"T096", "colours",
       "\x1B[1mdiff --git a/z.c b/z.c\x1B[m\n\x1B[1m--- a/z.c\x1B[m\n\x1B[1m+++ b/z.c\x1B[m\n"
       "\x1B[36m@@ -1 +1 @@\x1B[m\n\x1B[31m-x\x1B[m\n\x1B[32m+y\x1B[m\n",
       "error:ANSI_COLOUR@1\n"},
      {"T097", "quoted-printable",
       "diff --git a/z.c b/z.c\n--- a/z.c\n+++ b/z.c\n@@ -1 +1 @@\n-x =3D 1;\n+x =3D 1 + 2=\n;\n",
       "M z.c +1 -1 1h\nwarn:GARBAGE@7\n"},
      {"T099", "normal diff", "3,4c3\n< old\n< older\n---\n> new\n",
       "error:UNSUPPORTED_FORMAT@1\n"},
      {"T099b", "context diff",
       "*** z.c\t2026\n--- z.c\t2026\n***************\n*** 1 ****\n! x\n--- 1 ----\n! y\n",
       "error:UNSUPPORTED_FORMAT@1\n"},
      {"T099c", "no diff at all", "<html>\nnot found\n", "error:UNSUPPORTED_FORMAT@1\n"},
      {"T101", "nothing", "", "warn:EMPTY@0\n"},
      {"T103", "chatter between files",
       absl::StrCat(z, "\n\nsee also:\nhere\n", Modified("y.c"), kSwap),
       "M z.c +1 -1 1h\nM y.c +1 -1 1h\nwarn:GARBAGE@10\n"},
      {"git-log", "messages of git log -p",
       absl::StrCat("commit ", std::string(40, 'd'), "\nAuthor: N <n@e.org>\n\n    Tidy\n\n", z,
                    "\ncommit ", std::string(40, 'e'), "\nAuthor: N <n@e.org>\n\n    More\n\n",
                    Modified("y.c"), kSwap),
       "M z.c +1 -1 1h\nM y.c +1 -1 1h\n"},
      {"stat", "statistics before the patch",
       absl::StrCat(" z.c | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\n", z),
       "M z.c +1 -1 1h\n"},
      {"bom", "byte order mark", absl::StrCat("\xEF\xBB\xBF", z),
       "M z.c +1 -1 1h\nwarn:BYTE_ORDER_MARK@1\n"},
      {"diff -ru", "GNU diff of two folders",
       absl::StrCat("diff -ru old/z.c new/z.c\n--- old/z.c\t2026-01-01\n+++ new/z.c\t2026-01-02\n",
                    kSwap, "Binary files old/p.png and new/p.png differ\n"),
       "M z.c +1 -1 1h\nM p.png +0 -0 0h binary\nwarn:FOREIGN_HEADER@1\n"},
      {"submodule", "logs of submodules",
       "Submodule kit 1234567..89abcde:\n  > Do it\nSubmodule a b 0000000...1111111 (new)\n",
       "error:SUBMODULE_LOG@1\nerror:SUBMODULE_LOG@3\n"},
      {"only-in", "files that diff -r names alone",
       absl::StrCat("Only in old/kit: a.py\n", z, "Only in new: b.py\n"),
       "M z.c +1 -1 1h\nerror:ONLY_IN_FOLDER@1\nerror:ONLY_IN_FOLDER@9\n"},
      {"twice", "one file twice", absl::StrCat(z, Modified("y.c"), kSwap, z),
       "M z.c +1 -1 1h\nM y.c +1 -1 1h\nM z.c +1 -1 1h\nwarn:REPEATED_FILE@15\n"},
      {"series", "one file in two commits",
       absl::StrCat("commit ", std::string(40, 'd'), "\n\n    Only in it: words\n\n", z,
                    "\ncommit ", std::string(40, 'e'), "\n\n    More\n\n", z),
       "M z.c +1 -1 1h\nM z.c +1 -1 1h\n"},
      {"type", "a file that becomes a link",
       "diff --git a/z b/z\ndeleted file mode 100644\nindex 1111111..0000000\n--- a/z\n"
       "+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
       "diff --git a/z b/z\nnew file mode 120000\nindex 0000000..2222222\n--- /dev/null\n"
       "+++ b/z\n@@ -0,0 +1 @@\n+y\n",
       "D z +0 -1 1h mode=100644>0\nA z +1 -0 1h mode=0>120000\n"},
  };
}

}  // namespace allreview::diff
