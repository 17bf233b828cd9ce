#include "absl/strings/str_cat.h"
#include "analyzers/diff/torture_cases.h"

namespace allreview::diff {
namespace {

// A hunk of z.c, whose first line is line 5 of the text.
std::string Z(absl::string_view hunks) { return absl::StrCat(Modified("z.c"), hunks); }

}  // namespace

std::vector<TortureCase> HunkCases() {
  return {
      {"T044", "no counts", Z("@@ -3 +3 @@\n-x\n+y\n"), "M z.c +1 -1 1h\n"},
      {"T047", "header without its end", Z("@@ -3,1 +3,1\n-x\n+y\n"), "error:BAD_HUNK_HEADER@5\n"},
      {"T048", "removed line looks like a header",
       Z("@@ -1,3 +1,2 @@\n--- drop table\n+++ b/fake\n-gone\n keep\n@@ -9 +8 @@\n-x\n+y\n"),
       "M z.c +2 -3 2h\n"},
      {"T050", "patch in a patch",
       Z("@@ -0,0 +1,5 @@\n+diff --git a/q b/q\n+--- a/q\n++++ b/q\n+@@ -1 +1 @@\n+-x\n"),
       "M z.c +5 -0 1h\n"},
      {"T051", "old side ends without newline",
       Z("@@ -8 +8 @@\n-end\n\\ No newline at end of file\n+end\n"), "M z.c +1 -1 1h noeol-old\n"},
      {"T052", "new side ends without newline",
       Z("@@ -8 +8 @@\n-end\n+end\n\\ No newline at end of file\n"), "M z.c +1 -1 1h noeol-new\n"},
      {"T053", "both sides end without newline",
       Z("@@ -8,2 +8,3 @@\n+x\n a\n end\n\\ No newline at end of file\n"),
       "M z.c +1 -0 1h noeol-old noeol-new\n"},
      {"T054", "marker in another language",
       Z("@@ -8 +8 @@\n-end\n\\ Pas de fin de ligne à la fin du fichier\n+end\n"),
       "M z.c +1 -1 1h noeol-old\n"},
      {"T055", "marker before any line", Z("@@ -8 +8 @@\n\\ No newline at end of file\n-a\n+b\n"),
       "error:STRAY_EOF_MARKER@6\n"},
      {"T056", "marker in the middle",
       Z("@@ -8,2 +8 @@\n-a\n\\ No newline at end of file\n-b\n+c\n"),
       "error:STRAY_EOF_MARKER@7\n"},
      {"T058", "trailing context lost", Z("@@ -8,4 +8,4 @@\n a\n-x\n+y\n"),
       "error:TRUNCATED_HUNK@5\n"},
      {"T067", "surplus line", Z("@@ -8 +8 @@\n-x\n+y\n-z\n"), "error:HUNK_TOO_LONG@8\n"},
      {"T068", "next file comes too soon",
       absl::StrCat(Z("@@ -8,3 +8,3 @@\n-x\n+y\n"), Modified("ok.c"), "@@ -1 +1 @@\n-x\n+y\n"),
       "M ok.c +1 -1 1h\nerror:TRUNCATED_HUNK@5\n"},
      {"T069", "text ends in the hunk", Z("@@ -8,3 +8,3 @@\n a\n-x\n"), "error:TRUNCATED_HUNK@5\n"},
      {"T071", "hunks in disorder", Z("@@ -20,2 +20,2 @@\n a\n-x\n+y\n@@ -4 +4 @@\n-p\n+q\n"),
       "error:HUNK_ORDER@9\n"},
      {"T072", "number too large", Z("@@ -1,1 +1,2147483648 @@\n-x\n+y\n"),
       "error:NUMBER_RANGE@5\n"},
      {"T074", "count is a lie", Z("@@ -1,2000000000 +1,2000000000 @@\n-x\n+y\n"),
       "error:TRUNCATED_HUNK@5\n"},
      {"T075", "counts of zero", Z("@@ -4,0 +4,0 @@\n"), "error:NO_CHANGE_HUNK@5\n"},
      {"T076", "only context", Z("@@ -1,2 +1,2 @@\n a\n b\n"), "error:NO_CHANGE_HUNK@5\n"},
      {"T077", "section with @@", Z("@@ -3 +3 @@ a @@ b\n-x\n+y\n"), "M z.c +1 -1 1h\n"},
      {"T078", "hunk without file", "@@ -3 +3 @@\n-x\n+y\n", "error:HUNK_WITHOUT_FILE@1\n"},
      {"T079", "leading space eaten", Z("@@ -3,2 +3,2 @@\n\tindented\n-x\n+y\n"),
       "error:BAD_LINE_PREFIX@6\n"},
      {"T100", "word diff", Z("@@ -3 +3 @@\nsize = {+4+}[-3-]\n"), "error:BAD_LINE_PREFIX@6\n"},
  };
}

std::vector<TortureCase> ContentCases() {
  return {
      {"T057", "context line without its space", Z("@@ -1,3 +1,3 @@\n\n a\n-x\n+y\n"),
       "M z.c +1 -1 1h\nwarn:STRIPPED_CONTEXT@6\n"},
      {"T059", "content with CR LF", Z("@@ -1,2 +1,2 @@\n a\r\n-x\r\n+y\r\n"),
       "M z.c +1 -1 1h crlf\n"},
      {"T060", "the whole patch with CR LF",
       "diff --git a/z.c b/z.c\r\nindex 5a5a..6b6b 100644\r\n--- a/z.c\r\n+++ b/z.c\r\n"
       "@@ -1,2 +1,2 @@\r\n a\r\n-x\r\n+y\r\n",
       "M z.c +1 -1 1h\nwarn:CRLF_PATCH@1\n"},
      {"T061", "other line ends are content",
       Z("@@ -1,2 +1,2 @@\n a\rb\vc\fd\n-x\xC2\x85y\xE2\x80\xA8z\n+x\n"), "M z.c +1 -1 1h\n"},
      {"T062", "NUL bytes", Z(absl::string_view("@@ -1,2 +1,2 @@\n a\n-b\0\n+c\0\0\n", 28)),
       "M z.c +1 -1 1h nul\nwarn:NUL_IN_TEXT@7\n"},
      {"T063", "not UTF-8", Z("@@ -1 +1 @@\n-na\xEFve\n+\xED\xBF\xBF\n"),
       "M z.c +1 -1 1h not-utf8\nwarn:INVALID_UTF8@6\n"},
      {"T065", "UTF-16",
       std::string("\xFF\xFE"
                   "d\0i\0f\0f\0 \0",
                   12),
       "error:ENCODING_UTF16@1\n"},
      {"T065b", "UTF-16 without mark", std::string("\0d\0i\0f\0f\0 \0-", 12),
       "error:ENCODING_UTF16@1\n"},
      {"T066", "a line of 1 MiB",
       Z(absl::StrCat("@@ -1 +1 @@\n-", std::string(1 << 20, 'q'), "\n+y\n")), "M z.c +1 -1 1h\n"},
      {"T066b", "a line beyond the limit",
       Z(absl::StrCat("@@ -1 +1 @@\n-", std::string((1 << 20) + 1, 'q'), "\n+y\n")),
       "M z.c +1 -1 1h long\nwarn:LONG_LINE@6\n"},
      {"T070", "last line end lost", Z("@@ -1 +1 @@\n-x\n+y"),
       "M z.c +1 -1 1h\nwarn:NO_FINAL_NEWLINE@7\n"},
  };
}

}  // namespace allreview::diff
