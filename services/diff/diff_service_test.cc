#include "services/diff/diff_service.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "proto/diff/v1/diff.grpc.pb.h"

namespace allreview {
namespace {

using diff::v1::ParseOptions;
using diff::v1::ParseRequest;
using diff::v1::ParseResponse;
using Responses = std::vector<ParseResponse>;

// A server and a channel in this process.
class Server {
 public:
  explicit Server(const DiffBudget& budget = {}) : service_(NewDiffService(budget)) {
    grpc::ServerBuilder builder;
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    stub_ = diff::v1::DiffService::NewStub(server_->InProcessChannel({}));
  }
  ~Server() { server_->Shutdown(); }

  // Sends all requests and returns the answer.
  grpc::Status Call(const std::vector<ParseRequest>& requests, Responses& responses) {
    grpc::ClientContext context;
    auto stream = stub_->Parse(&context);
    for (const ParseRequest& request : requests) stream->Write(request);
    stream->WritesDone();
    ParseResponse response;
    while (stream->Read(&response)) responses.push_back(response);
    return stream->Finish();
  }

 private:
  std::unique_ptr<grpc::Service> service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<diff::v1::DiffService::Stub> stub_;
};

ParseRequest Chunk(absl::string_view text) {
  ParseRequest request;
  request.set_chunk(text.data(), text.size());
  return request;
}

Responses Parse(const std::string& text, const ParseOptions& options = {},
                size_t chunk_bytes = 1 << 19) {
  Server server;
  std::vector<ParseRequest> requests(1);
  *requests[0].mutable_options() = options;
  for (size_t i = 0; i < text.size(); i += chunk_bytes) {
    requests.push_back(Chunk(absl::string_view(text).substr(i, chunk_bytes)));
  }
  Responses responses;
  grpc::Status status = server.Call(requests, responses);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return responses;
}

std::string InFile(absl::string_view path, absl::string_view hunks) {
  return absl::StrCat("diff --git a/", path, " b/", path, "\nindex 12ab..34cd 100644\n--- a/", path,
                      "\n+++ b/", path, "\n", hunks);
}

// Puts continuations back into their files.
std::vector<diff::v1::DiffFile> Assemble(const Responses& responses) {
  std::vector<diff::v1::DiffFile> files;
  for (const ParseResponse& response : responses) {
    if (response.has_file()) files.push_back(response.file());
    if (!response.has_continuation()) continue;
    const diff::v1::HunkContinuation& more = response.continuation();
    diff::v1::DiffFile& file = files.back();
    if (file.hunks_size() > 0) {
      diff::v1::Hunk& last = *file.mutable_hunks(file.hunks_size() - 1);
      last.mutable_text()->append(more.append_text());
      for (const auto& pair : more.append_pairs()) *last.add_pairs() = pair;
      for (const auto& block : more.append_moved()) *last.add_moved() = block;
    }
    for (const auto& hunk : more.hunks()) *file.add_hunks() = hunk;
  }
  return files;
}

TEST(DiffService, TellsAllOfASmallChange) {
  Responses responses = Parse(InFile("core/a.py",
                                     "@@ -5,2 +5,2 @@ def f():\n a\n-x = g(1)\n"
                                     "+x = g(2)\n"));
  ASSERT_EQ(responses.size(), 2u);
  const diff::v1::DiffFile& file = responses[0].file();
  EXPECT_EQ(file.entry().status(), change::v1::FILE_STATUS_MODIFIED);
  EXPECT_EQ(file.entry().old_path(), "core/a.py");
  EXPECT_EQ(file.entry().new_path(), "core/a.py");
  EXPECT_EQ(file.entry().old_blob_id(), "12ab");
  EXPECT_EQ(file.entry().new_mode(), 0100644u);
  EXPECT_EQ(file.file_class(), change::v1::FILE_CLASS_SOURCE);
  EXPECT_EQ(file.language(), "python");
  EXPECT_EQ(file.additions(), 1);
  EXPECT_EQ(file.deletions(), 1);
  EXPECT_EQ(file.hunk_count(), 1);
  EXPECT_EQ(file.first_input_line(), 1);
  EXPECT_EQ(file.parents(), 1);
  ASSERT_EQ(file.hunks_size(), 1);
  const diff::v1::Hunk& hunk = file.hunks(0);
  EXPECT_EQ(hunk.old_start(), 5);
  EXPECT_EQ(hunk.section(), "def f():");
  EXPECT_EQ(hunk.text(), " a\n-x = g(1)\n+x = g(2)\n");
  ASSERT_EQ(hunk.pairs_size(), 1);
  EXPECT_EQ(hunk.pairs(0).old_line(), 6);
  EXPECT_EQ(hunk.pairs(0).new_line(), 6);
  ASSERT_EQ(hunk.pairs(0).new_spans_size(), 1);
  EXPECT_EQ(hunk.pairs(0).new_spans(0).first(), 6);
  EXPECT_EQ(hunk.pairs(0).new_spans(0).end(), 7);
  const diff::v1::Summary& summary = responses[1].summary();
  EXPECT_EQ(summary.totals().files(), 1);
  EXPECT_EQ(summary.totals().additions(), 1);
  EXPECT_EQ(summary.complexity().label(), "low");
  EXPECT_EQ(summary.complexity().code_lines(), 2);
}

TEST(DiffService, DoesNotCareHowTheTextIsCut) {
  std::string text =
      InFile("core/a.py", "@@ -1 +1 @@\n-a\n+b\n") + InFile("core/b.py", "@@ -1 +1 @@\n-a\n+b\n");
  Responses whole = Parse(text), bytes = Parse(text, {}, 1);
  ASSERT_EQ(whole.size(), bytes.size());
  for (size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(whole[i].SerializeAsString(), bytes[i].SerializeAsString());
  }
}

TEST(DiffService, TakesTextWithoutOptions) {
  Server server;
  Responses responses;
  grpc::Status status = server.Call({Chunk(InFile("a.c", "@@ -1 +1 @@\n-a\n+b\n"))}, responses);
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(responses.size(), 2u);
}

TEST(DiffService, KeepsGoodFilesBesideABadOneInTheOrderOfTheInput) {
  Responses responses =
      Parse(InFile("a.c", "@@ -1 +1 @@\n-a\n+b\n") + InFile("bad.c", "@@ -1,9 +1 @@\n-a\n+b\n") +
            InFile("c.c", "@@ -1 +1 @@\n-a\n+b\n"));
  ASSERT_EQ(responses.size(), 4u);
  EXPECT_EQ(responses[0].file().entry().new_path(), "a.c");
  const change::v1::Diagnostic& diagnostic = responses[1].diagnostic();
  EXPECT_EQ(diagnostic.level(), change::v1::Diagnostic::LEVEL_ERROR);
  EXPECT_EQ(diagnostic.code(), "TRUNCATED_HUNK");
  EXPECT_EQ(diagnostic.line(), 12);
  EXPECT_EQ(diagnostic.path(), "bad.c");
  EXPECT_NE(diagnostic.hint(), "");
  EXPECT_EQ(responses[2].file().entry().new_path(), "c.c");
  EXPECT_EQ(responses[3].summary().totals().files(), 2);
}

TEST(DiffService, AnswersAnEmptyTextWithASummary) {
  Responses responses = Parse("");
  ASSERT_EQ(responses.size(), 2u);
  EXPECT_EQ(responses[0].diagnostic().code(), "EMPTY");
  EXPECT_EQ(responses[1].summary().complexity().label(), "docs-only");
}

TEST(DiffService, OmitsTheTextOfTheClassesThatTheCallerNames) {
  ParseOptions options;
  options.add_omit_text_of(change::v1::FILE_CLASS_DATA);
  std::string hunk = "@@ -1,2 +1,2 @@\n {\n-1\n+2\n";
  auto files =
      Assemble(Parse(InFile("t/golden_values.json", hunk) + InFile("a.py", hunk), options));
  ASSERT_EQ(files.size(), 2u);
  EXPECT_TRUE(files[0].is_text_omitted());
  ASSERT_EQ(files[0].hunks_size(), 1);
  EXPECT_EQ(files[0].hunks(0).text(), "");
  EXPECT_EQ(files[0].hunks(0).new_lines(), 2);
  EXPECT_EQ(files[0].additions(), 1);
  EXPECT_FALSE(files[1].is_text_omitted());
  EXPECT_NE(files[1].hunks(0).text(), "");
}

TEST(DiffService, CutsLargeHunksIntoMessagesBelowOneMebibyte) {
  std::string body;
  int lines = 0;
  for (; body.size() < (3 << 20); ++lines)
    absl::StrAppend(&body, "+value_", lines, " = ", lines, "\n");
  std::string text = InFile("a.py", absl::StrCat("@@ -1 +1,", lines + 1, " @@\n x\n", body,
                                                 "@@ -9,0 +", lines + 20, " @@\n+z\n"));
  Responses responses = Parse(text);
  EXPECT_GE(responses.size(), 5u);
  for (const ParseResponse& response : responses) EXPECT_LE(response.ByteSizeLong(), 1u << 20);
  auto files = Assemble(responses);
  ASSERT_EQ(files.size(), 1u);
  ASSERT_EQ(files[0].hunks_size(), 2);
  EXPECT_TRUE(files[0].hunks(0).text() == " x\n" + body);
  EXPECT_EQ(files[0].hunks(1).text(), "+z\n");
}

TEST(DiffService, CutsALineLongerThanAMessage) {
  std::string line(5 << 20, 'w');
  Responses responses = Parse(InFile("a.py", absl::StrCat("@@ -1 +1 @@\n-", line, "\n+short\n")));
  for (const ParseResponse& response : responses) EXPECT_LE(response.ByteSizeLong(), 1u << 20);
  auto files = Assemble(responses);
  ASSERT_EQ(files.size(), 1u);
  EXPECT_TRUE(files[0].has_long_line());
  EXPECT_TRUE(files[0].hunks(0).text() == absl::StrCat("-", line, "\n+short\n"));
}

TEST(DiffService, CutsManyPairsIntoContinuations) {
  std::string removed, added;
  constexpr int kLines = 40000;
  for (int i = 0; i < kLines; ++i) {
    absl::StrAppend(&removed, "-name_", i, " = old(", i, ")\n");
    absl::StrAppend(&added, "+name_", i, " = new(", i, ")\n");
  }
  Responses responses = Parse(
      InFile("a.py", absl::StrCat("@@ -1,", kLines, " +1,", kLines, " @@\n", removed, added)));
  for (const ParseResponse& response : responses) EXPECT_LE(response.ByteSizeLong(), 1u << 20);
  auto files = Assemble(responses);
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].hunks(0).pairs_size(), kLines);
}

TEST(DiffService, NamesWhereAMovedBlockCameFrom) {
  std::string block[] = {"def spread(values, group):", "    total = gather(values, group)",
                         "    return total.split(group.sizes)"};
  std::string removed, added;
  for (const std::string& line : block) {
    absl::StrAppend(&removed, "-", line, "\n");
    absl::StrAppend(&added, "+", line, "\n");
  }
  auto files = Assemble(Parse(InFile("old.py", "@@ -7,4 +7,1 @@\n" + removed + " end\n") +
                              InFile("new.py", "@@ -1,1 +1,4 @@\n top\n" + added)));
  ASSERT_EQ(files.size(), 2u);
  ASSERT_EQ(files[1].hunks(0).moved_size(), 1);
  const diff::v1::MovedBlock& moved = files[1].hunks(0).moved(0);
  EXPECT_EQ(moved.old_path(), "old.py");
  EXPECT_EQ(moved.old_line(), 7);
  EXPECT_EQ(moved.new_line(), 2);
  EXPECT_EQ(moved.lines(), 3);
}

TEST(DiffService, ReadsAFragment) {
  ParseOptions options;
  options.set_fragment_path("core/a.py");
  auto files = Assemble(Parse("@@ -1 +1 @@\n-a\n+b", options));
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].entry().new_path(), "core/a.py");
  EXPECT_EQ(files[0].hunks(0).text(), "-a\n+b\n") << "with the line end that the input lacks";
}

TEST(DiffService, QuotesPathsThatAreNotUtf8) {
  auto files = Assemble(
      Parse("diff --git \"a/\\377.py\" \"b/\\377.py\"\n--- \"a/\\377.py\"\n+++ \"b/\\377.py\"\n"
            "@@ -1 +1 @@\n-a\n+b\n"));
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].entry().new_path(), "\"\\377.py\"");
}

TEST(DiffService, RefusesATextBeyondTheLimit) {
  ParseOptions options;
  options.set_max_bytes(1000);
  Responses responses = Parse(std::string(5000, 'x'), options, 700);
  ASSERT_EQ(responses.size(), 2u);
  EXPECT_EQ(responses[0].diagnostic().code(), "LIMIT_BYTES");
  EXPECT_EQ(responses[0].diagnostic().message(), "text has 5000 bytes, the limit is 1000");
  EXPECT_EQ(responses[1].summary().input_bytes(), 5000);
}

// A block that moves, beside a line that changes.
std::string MovedAndChanged() {
  const std::string block =
      "def spread(values, group):\n    total = gather(values, group)\n    return "
      "total.split(group)\n";
  const auto with_sign = [&](absl::string_view sign) {
    return absl::StrCat(
        sign,
        absl::StrReplaceAll(absl::StripSuffix(block, "\n"), {{"\n", absl::StrCat("\n", sign)}}),
        "\n");
  };
  return InFile("old.py", absl::StrCat("@@ -7,4 +7,1 @@\n", with_sign("-"), " end\n")) +
         InFile("new.py", absl::StrCat("@@ -1,1 +1,4 @@\n top\n", with_sign("+"),
                                       "@@ -9,1 +12,1 @@\n-x = f(1)\n+x = f(2)\n"));
}

// All but what is optional: files, hunks and lines.
std::string Essence(const Responses& responses) {
  std::string text;
  for (diff::v1::DiffFile file : Assemble(responses)) {
    for (diff::v1::Hunk& hunk : *file.mutable_hunks()) {
      hunk.clear_pairs();
      hunk.clear_moved();
    }
    absl::StrAppend(&text, file.SerializeAsString());
  }
  return text;
}

TEST(DiffService, LeavesOutWhatIsOptionalWhenItsShareIsUsedUpAndSaysSo) {
  const std::string text = MovedAndChanged();
  const Responses whole = Parse(text);
  const struct {
    const char* code;
    const char* message;
    DiffBudget budget;
  } cases[] = {
      {"MOVES_LEFT_OUT",
       "lines that only moved count as new ones: stopped in the search for moved blocks: the "
       "search used up its 0 s of CPU time",
       {.cpu_seconds_of_moves = 0}},
      {"PAIRS_LEFT_OUT",
       "removed and added lines of 3 hunks are not compared with each other, first in `old.py`: "
       "stopped in the comparison of changed lines: the comparison used up its 0 s of CPU time",
       {.cpu_seconds_of_pairs = 0}}};
  for (const auto& c : cases) {
    Server server(c.budget);
    Responses responses;
    ASSERT_TRUE(server.Call({Chunk(text)}, responses).ok());
    EXPECT_EQ(Essence(responses), Essence(whole));
    ASSERT_EQ(responses.size(), whole.size() + 1);
    const change::v1::Diagnostic& diagnostic = responses[responses.size() - 2].diagnostic();
    EXPECT_EQ(diagnostic.level(), change::v1::Diagnostic::LEVEL_WARNING);
    EXPECT_EQ(diagnostic.code(), c.code);
    EXPECT_EQ(diagnostic.message(), c.message);
    EXPECT_NE(diagnostic.hint(), "");
  }
}

TEST(DiffService, EndsWithWhatToDoWhenItsBudgetIsUsedUp) {
  Server server({.cpu_seconds = 0, .cpu_seconds_of_mebibyte = 0});
  Responses responses;
  const grpc::Status status = server.Call({Chunk(MovedAndChanged())}, responses);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(status.error_message(),
            "stopped in reading it: the diff used up its 0 s of CPU time; split the change: each "
            "part is read within the same limits");
  EXPECT_TRUE(responses.empty());
}

// Small files, each as costly as its kind can be.
TEST(DiffService, ReadsCostlyShapesWithinItsBudget) {
  std::string hunks, files, interleaved, words;
  for (int i = 0; i < 100'000; ++i) {
    absl::StrAppend(&hunks, "@@ -", 3 * i + 1, " +", 3 * i + 1, " @@\n-a", i, "\n+b", i, "\n");
    absl::StrAppend(&files, InFile(absl::StrCat("f", i, ".py"), "@@ -1 +1 @@\n-a\n+b\n"));
  }
  constexpr int kLines = 60'000;
  for (int i = 0; i < kLines; ++i) absl::StrAppend(&interleaved, "-x = ", i, "\n+y = ", i, "\n");
  for (int i = 0; i < 2'000; ++i) absl::StrAppend(&words, i % 7, "+");
  std::string dense;
  for (int i = 0; i < 3'000; ++i) {
    absl::StrAppend(&dense, "-", i, words.substr(0, 500), "\n+", words.substr(3, 500), i, "\n");
  }
  const std::string line(3 << 20, 'w');
  const struct {
    const char* name;
    std::string text;
  } cases[] = {
      {"hunks", InFile("a.py", hunks)},
      {"files", files},
      {"interleaved",
       InFile("a.py", absl::StrCat("@@ -1,", kLines, " +1,", kLines, " @@\n", interleaved))},
      {"words", InFile("a.py", absl::StrCat("@@ -1,3000 +1,3000 @@\n", dense))},
      {"a line", InFile("a.py", absl::StrCat("@@ -1 +1 @@\n-", line, "\n+x", line, "\n"))}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Responses responses = Parse(c.text);
    ASSERT_FALSE(responses.empty());
    EXPECT_TRUE(responses.back().has_summary());
    for (const ParseResponse& response : responses) {
      EXPECT_NE(response.diagnostic().level(), change::v1::Diagnostic::LEVEL_ERROR);
    }
  }
}

TEST(DiffService, RefusesOptionsAfterText) {
  Server server;
  ParseRequest options;
  options.mutable_options();
  Responses responses;
  grpc::Status status = server.Call({Chunk("x"), options}, responses);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(status.error_message(), "options: found after the first message, wanted as the first");
}

TEST(DiffService, RefusesNegativeLimits) {
  Server server;
  ParseRequest options;
  options.mutable_options()->set_max_files(-1);
  Responses responses;
  grpc::Status status = server.Call({options}, responses);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
}

}  // namespace
}  // namespace allreview
