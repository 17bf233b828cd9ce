#include "gateway/cli/render_diff.h"

#include <vector>

#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

using diff::v1::ParseResponse;

std::string Render(DiffRenderer& renderer, const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    ParseResponse response;
    EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(part, &response)) << part;
    text += renderer.Add(response);
  }
  return text + renderer.Finish();
}

constexpr char kModified[] = R"(file {
  entry { status: FILE_STATUS_MODIFIED old_path: "a\tb.py" new_path: "a\tb.py" old_mode: 33188
          new_mode: 33261 old_blob_id: "1111" new_blob_id: "2222" }
  file_class: FILE_CLASS_SOURCE language: "python" additions: 3 deletions: 1 has_crlf: true
  lacks_newline_new: true hunk_count: 2 parents: 1 first_input_line: 1
  hunks { old_start: 1 old_lines: 2 new_start: 1 new_lines: 3 section: "def \377():" } })";
constexpr char kMoreHunks[] = R"(continuation {
  hunks { old_start: 10 old_lines: 0 new_start: 12 new_lines: 1 } })";
constexpr char kAdded[] = R"(file {
  entry { status: FILE_STATUS_ADDED old_path: "x.png" new_path: "x.png" new_mode: 33188 }
  file_class: FILE_CLASS_BINARY is_binary: true binary_size: 9 parents: 1 first_input_line: 20 })";
constexpr char kRenamed[] = R"(file {
  entry { status: FILE_STATUS_RENAMED old_path: "o.py" new_path: "n.py" similarity: 87 }
  file_class: FILE_CLASS_TEST language: "python" parents: 1 first_input_line: 30 })";
constexpr char kError[] = R"(diagnostic {
  level: LEVEL_ERROR code: "TRUNCATED_HUNK" line: 5 path: "z.py" message: "the hunk ends early"
  hint: "fetch the diff again" })";
constexpr char kWarning[] = R"(diagnostic {
  level: LEVEL_WARNING code: "EMPTY" message: "nothing to parse" })";
constexpr char kSummary[] = R"(summary {
  totals { files: 3 additions: 3 deletions: 1 } complexity { label: "low" score: 2 } })";

TEST(DiffJson, HasOneFileOnEachLineAndDiagnosticsAtTheEnd) {
  const auto renderer = NewJsonDiffRenderer();
  EXPECT_EQ(
      Render(*renderer, {kModified, kMoreHunks, kError, kAdded, kSummary}),
      "{\"files\":[\n"
      "{\"status\":\"M\",\"old_path\":\"a\\tb.py\",\"new_path\":\"a\\tb.py\",\"additions\":3,"
      "\"deletions\":1,\"binary\":false,\"binary_size\":0,\"class\":\"source\",\"language\":"
      "\"python\",\"similarity\":0,\"dissimilarity\":0,\"old_mode\":\"100644\",\"new_mode\":"
      "\"100755\",\"old_blob\":\"1111\",\"new_blob\":\"2222\",\"crlf\":true,\"no_newline_old\":"
      "false,\"no_newline_new\":true,\"invalid_utf8\":false,\"nul\":false,\"long_line\":false,"
      "\"parents\":1,\"line\":1,\"hunks\":[{\"old_start\":1,\"old_lines\":2,\"new_start\":1,"
      "\"new_lines\":3,\"section\":\"def \xEF\xBF\xBD():\"},{\"old_start\":10,\"old_lines\":0,"
      "\"new_start\":12,\"new_lines\":1,\"section\":\"\"}]},\n"
      "{\"status\":\"A\",\"old_path\":null,\"new_path\":\"x.png\",\"additions\":0,\"deletions\":0,"
      "\"binary\":true,\"binary_size\":9,\"class\":\"binary\",\"language\":\"\",\"similarity\":0,"
      "\"dissimilarity\":0,\"old_mode\":null,\"new_mode\":\"100644\",\"old_blob\":null,"
      "\"new_blob\":null,\"crlf\":false,\"no_newline_old\":false,\"no_newline_new\":false,"
      "\"invalid_utf8\":false,\"nul\":false,\"long_line\":false,\"parents\":1,\"line\":20,"
      "\"hunks\":[]}\n"
      "],\"diagnostics\":[{\"severity\":\"error\",\"code\":\"TRUNCATED_HUNK\",\"line\":5,\"path\":"
      "\"z.py\",\"message\":\"the hunk ends early\",\"hint\":\"fetch the diff again\"}]}\n");
  EXPECT_TRUE(renderer->has_errors());
}

TEST(DiffJson, IsCompleteWithoutFiles) {
  const auto renderer = NewJsonDiffRenderer();
  EXPECT_EQ(Render(*renderer, {kWarning, kSummary}),
            "{\"files\":[\n],\"diagnostics\":[{\"severity\":\"warning\",\"code\":\"EMPTY\","
            "\"line\":0,\"path\":null,\"message\":\"nothing to parse\",\"hint\":\"\"}]}\n");
  EXPECT_FALSE(renderer->has_errors());
}

TEST(DiffJson, NamesNoNewPathOfADeletedFile) {
  const auto renderer = NewJsonDiffRenderer();
  const std::string text = Render(
      *renderer, {"file { entry { status: FILE_STATUS_DELETED old_path: 'o' new_path: 'o' } }"});
  EXPECT_NE(text.find("{\"status\":\"D\",\"old_path\":\"o\",\"new_path\":null,"), std::string::npos)
      << text;
}

TEST(DiffText, IsATableWithDiagnosticsBelow) {
  const auto renderer = NewTextDiffRenderer("in.diff");
  EXPECT_EQ(
      Render(*renderer, {kModified, kMoreHunks, kAdded, kError, kRenamed, kWarning, kSummary}),
      "M  source              +3      -1  a\\011b.py  (python, 2 hunks, mode 100644 => "
      "100755, CRLF, no newline at end after)\n"
      "A  binary                  binary  x.png  (9 bytes)\n"
      "R  test                +0      -0  o.py => n.py  (python, similarity 87 %)\n"
      "3 files, +3 -1, complexity low (score 2)\n"
      "in.diff:5: error TRUNCATED_HUNK: the hunk ends early (fetch the diff again)\n"
      "in.diff: warning EMPTY: nothing to parse\n");
  EXPECT_TRUE(renderer->has_errors());
}

}  // namespace
}  // namespace allreview::cli
