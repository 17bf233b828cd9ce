#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analyzers/diff/lines.h"
#include "analyzers/diff/torture_cases.h"
#include "analyzers/diff/unified_diff.h"
#include "gtest/gtest.h"

namespace allreview::diff {
namespace {

std::string DescribeModes(const File& file) {
  if (file.old_mode == file.new_mode) {
    return file.new_mode == 0 || file.new_mode == 0100644
               ? ""
               : absl::StrFormat(" mode=%o", file.new_mode);
  }
  return absl::StrFormat(" mode=%o>%o", file.old_mode, file.new_mode);
}

std::string Describe(const File& file) {
  std::string out =
      absl::StrCat(std::string(1, "AMDRC"[static_cast<int>(file.status)]), " ", file.old_path);
  if (file.old_path != file.new_path) absl::StrAppend(&out, " => ", file.new_path);
  absl::StrAppend(&out, " +", file.additions, " -", file.deletions, " ", file.hunk_count, "h");
  if (file.similarity > 0) absl::StrAppend(&out, " sim=", file.similarity);
  if (file.dissimilarity > 0) absl::StrAppend(&out, " dissim=", file.dissimilarity);
  absl::StrAppend(&out, DescribeModes(file));
  if (file.is_binary) out += " binary";
  if (file.binary_size > 0) absl::StrAppend(&out, " literal=", file.binary_size);
  if (file.lacks_newline_old) out += " noeol-old";
  if (file.lacks_newline_new) out += " noeol-new";
  if (file.has_crlf) out += " crlf";
  if (file.has_nul) out += " nul";
  if (file.has_invalid_utf8) out += " not-utf8";
  if (file.has_long_line) out += " long";
  if (file.parents > 1) absl::StrAppend(&out, " parents=", file.parents);
  return out + "\n";
}

std::string DescribeFiles(const Diff& diff) {
  std::string out;
  for (const File& file : diff.files()) out += Describe(file);
  return out;
}

std::string DescribeDiagnostics(const Diff& diff) {
  std::string out;
  for (const Diagnostic& d : diff.diagnostics()) {
    absl::StrAppend(&out, d.is_error() ? "error:" : "warn:", CodeName(d.code), "@", d.line, "\n");
  }
  return out;
}

// What is said of one part of a text, which begins after `line_offset` lines. That a file stands in
// two parts is said of both.
std::string DescribePart(const Diff& diff, int64_t line_offset = 0) {
  std::string out;
  for (const Diagnostic& d : diff.diagnostics()) {
    if (d.code == Code::kRepeatedFile) continue;
    absl::StrAppend(&out, CodeName(d.code), "@", d.line + line_offset, "\n");
  }
  return out;
}

std::vector<TortureCase> AllCases() {
  std::vector<TortureCase> all;
  for (auto* cases : {PathCases, HeaderCases, HunkCases, ContentCases, StreamCases}) {
    for (TortureCase& c : cases()) all.push_back(std::move(c));
  }
  return all;
}

int64_t CountLines(absl::string_view text) { return std::count(text.begin(), text.end(), '\n'); }

TEST(Torture, EachCaseGivesItsFilesAndDiagnostics) {
  for (const TortureCase& c : AllCases()) {
    Diff diff = ParseUnifiedDiff(c.text);
    EXPECT_EQ(DescribeFiles(diff) + DescribeDiagnostics(diff), c.wanted) << c.id << " " << c.name;
  }
}

TEST(Torture, PrintsEachCaseAsItWas) {
  for (const TortureCase& c : AllCases()) {
    EXPECT_TRUE(Print(ParseUnifiedDiff(c.text)) == c.text) << c.id << " " << c.name;
  }
}

TEST(Torture, EachDiagnosticSaysWhatToDo) {
  for (const TortureCase& c : AllCases()) {
    Diff diff = ParseUnifiedDiff(c.text);
    for (const Diagnostic& d : diff.diagnostics()) {
      EXPECT_FALSE(English(Message(d)).empty()) << c.id;
      EXPECT_EQ(English(Message(d)).find("{words}"), std::string::npos) << c.id;
      EXPECT_FALSE(English(Hint(d)).empty()) << c.id;
    }
  }
}

// Cases whose meaning depends on where the text begins or ends.
bool CanBeJoined(const TortureCase& c) {
  if (c.text.empty() || c.text.back() != '\n') return false;
  for (absl::string_view id : {"T065", "T065b", "T086", "T099c", "T058", "T069", "T074", "bom",
                               "T096", "T099", "T099b", "T078", "submodule", "only-in"}) {
    if (c.id == id) return false;
  }
  return true;
}

TEST(Torture, PartsOfAJoinedTextAreReadAsAlone) {
  std::vector<TortureCase> all = AllCases();
  for (const TortureCase& a : all) {
    if (!CanBeJoined(a) || a.text.size() > 10000) continue;
    for (const TortureCase& b : all) {
      // A mail that begins after other text needs its own first line.
      if (!CanBeJoined(b) || b.text.size() > 10000 || b.id == "T088" || b.id == "stat") continue;
      std::string both = a.text + b.text;
      Diff first = ParseUnifiedDiff(a.text), second = ParseUnifiedDiff(b.text);
      Diff joined = ParseUnifiedDiff(both);
      EXPECT_EQ(DescribeFiles(joined), DescribeFiles(first) + DescribeFiles(second))
          << a.id << " + " << b.id;
      EXPECT_EQ(DescribePart(joined),
                DescribePart(first) + DescribePart(second, CountLines(a.text)))
          << a.id << " + " << b.id;
    }
  }
}

void ExpectSound(absl::string_view text, const std::string& what) {
  Diff diff = ParseUnifiedDiff(text);
  EXPECT_TRUE(Print(diff) == text) << what;
  for (const Diagnostic& d : diff.diagnostics()) {
    EXPECT_LE(d.line, CountLines(text) + 1) << what << ": " << CodeName(d.code);
  }
  for (const File& file : diff.files()) {
    for (const Hunk& hunk : diff.hunks(file)) {
      LineReader lines(diff, file, hunk);
      int32_t before = 0, after = 0;
      while (std::optional<Line> line = lines.Next()) {
        before += line->kind != '+';
        after += line->kind != '-';
      }
      EXPECT_EQ(before, hunk.old_lines) << what;
      EXPECT_EQ(after, hunk.new_lines) << what;
    }
  }
}

TEST(Torture, AnyCutIsReadOrRefusedWithinTheText) {
  for (const TortureCase& c : AllCases()) {
    if (c.text.size() > 10000) continue;
    for (size_t size = 0; size < c.text.size(); ++size) {
      ExpectSound(absl::string_view(c.text).substr(0, size), absl::StrCat(c.id, " cut at ", size));
    }
  }
}

TEST(Torture, RandomDamageIsReadOrRefusedWithinTheText) {
  std::mt19937 random(20240817);
  constexpr char kBytes[] = "+- @\\\n\r\t\"/ab0\x80\xFF";
  for (const TortureCase& c : AllCases()) {
    if (c.text.empty() || c.text.size() > 10000) continue;
    for (int round = 0; round < 60; ++round) {
      std::string text = c.text;
      for (int i = 0; i <= round % 4; ++i) {
        size_t at = random() % text.size();
        char byte = kBytes[random() % sizeof(kBytes)];
        switch (random() % 3) {
          case 0:
            text[at] = byte;
            break;
          case 1:
            text.insert(text.begin() + at, byte);
            break;
          default:
            if (text.size() > 1) text.erase(at, 1);
        }
      }
      ExpectSound(text, absl::StrCat(c.id, " damaged, round ", round));
    }
  }
}

}  // namespace
}  // namespace allreview::diff
