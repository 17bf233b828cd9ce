#include "tests/bench/diff_inputs.h"

#include "absl/strings/str_cat.h"

namespace allreview::diff {
namespace {

std::string Header(absl::string_view path) {
  return absl::StrCat("diff --git a/", path, " b/", path, "\nindex 1111111..2222222 100644\n--- a/",
                      path, "\n+++ b/", path, "\n");
}

std::string OneLineHunks(int count) {
  std::string text = Header("a.py");
  for (int i = 1; i <= count; ++i) {
    absl::StrAppend(&text, "@@ -", i * 9, " +", i * 9, " @@\n-x\n+y\n");
  }
  return text;
}

std::string Files(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&text, Header(absl::StrCat("d", i % 97, "/f", i, ".py")),
                    "@@ -1 +1 @@\n-x\n+y\n");
  }
  return text;
}

std::string LongLine(int bytes) {
  return absl::StrCat(Header("a.txt"), "@@ -1 +1 @@\n-", std::string(bytes, 'x'), "\n+y\n");
}

std::string QuotedPath(int bytes) {
  std::string path = "\"a/";
  for (int i = 0; i < bytes; i += 2) path += "\\\"";
  path += "\"";
  return absl::StrCat("diff --git ", path, " ", path, "\n--- ", path, "\n+++ ", path,
                      "\n@@ -1 +1 @@\n-x\n+y\n");
}

std::string BinaryNames(int count) {
  std::string name;
  for (int i = 0; i < count; ++i) name += "x and ";
  return absl::StrCat("Binary files ", name, "y and ", name, "z differ\n");
}

std::string BadFiles(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,9 +1 @@\n-x\n";
  return text;
}

std::string Headers(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "--- a/x\n+++ b/x\n";
  return text;
}

std::string Block(int lines, const char* removed, const char* added) {
  std::string text = Header("a.py");
  absl::StrAppend(&text, "@@ -1,", lines, " +1,", lines, " @@\n");
  for (int i = 0; i < lines; ++i) absl::StrAppend(&text, "-", removed, i, "\n");
  for (int i = 0; i < lines; ++i) absl::StrAppend(&text, "+", added, i * 3, "\n");
  return text;
}

// The same lines leave one file and appear in another, over and over.
std::string Repeated(int lines) {
  std::string text = Header("a.py");
  absl::StrAppend(&text, "@@ -1,", lines, " +0,0 @@\n");
  for (int i = 0; i < lines; ++i) text += "-    value = compute(value)\n";
  absl::StrAppend(&text, Header("b.py"), "@@ -0,0 +1,", lines, " @@\n");
  for (int i = 0; i < lines; ++i) {
    text += i % 5 == 4 ? "+    other = compute(other)\n" : "+    value = compute(value)\n";
  }
  return text;
}

}  // namespace

std::vector<PathologicalInput> PathologicalInputs() {
  return {
      {"one file of 100k one-line hunks", 100'000, OneLineHunks},
      {"100k files", 100'000, Files},
      {"one line of 100 MiB", 100 << 20, LongLine},
      {"1 MiB of \\\" in a path", 1 << 20, QuotedPath},
      {"64k times \" and \" in binary names", 1 << 16, BinaryNames},
      {"50k files cut short", 50'000, BadFiles},
      {"200k headers without hunk", 200'000, Headers},
      {"a block of 50k lines rewritten, compared", 50'000,
       [](int n) { return Block(n, "total += weight_", "count -= height_"); }, true},
      {"a block of 50k lines edited, compared", 50'000,
       [](int n) { return Block(n, "total += weight_", "total += weight_"); }, true},
      {"50k equal lines moved, compared", 50'000, Repeated, true},
  };
}

}  // namespace allreview::diff
