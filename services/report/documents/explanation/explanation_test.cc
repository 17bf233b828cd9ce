#include "services/report/documents/explanation/explanation.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/file.h"
#include "base/golden.h"
#include "base/status_matchers.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "services/report/testing/hostile.h"
#include "services/report/testing/sample.h"

namespace allreview::report {
namespace {

constexpr char kFolder[] = "services/report/documents/explanation/testdata/";
constexpr uint32_t kSeeds = 60;

Assembly Load(const std::string& name) {
  const absl::StatusOr<std::string> text = ReadFile(absl::StrCat(kFolder, name, ".textpb"));
  EXPECT_OK(text.status());
  Assembler assembler;
  for (absl::string_view part : absl::StrSplit(*text, "\n---\n")) {
    report::v1::RenderRequest request;
    EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(std::string(part), &request));
    assembler.Add(std::move(request));
  }
  return std::move(assembler).Finish();
}

// Puts text that breaks out of Markdown and Mermaid behind every string of a message.
void Spoil(google::protobuf::Message& message) {
  constexpr char kHostile[] = "\n# Broken\n```\n<b>|`x`](y) end %%{\"'";
  const auto* reflection = message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const auto* field : fields) {
    const bool is_message = field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE;
    const bool is_text = field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_STRING;
    if (field->is_repeated()) {
      for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
        if (is_message) Spoil(*reflection->MutableRepeatedMessage(&message, field, i));
        if (is_text) {
          reflection->SetRepeatedString(
              &message, field, i, reflection->GetRepeatedString(message, field, i) + kHostile);
        }
      }
    } else if (is_message) {
      Spoil(*reflection->MutableMessage(&message, field));
    } else if (is_text) {
      reflection->SetString(&message, field, reflection->GetString(message, field) + kHostile);
    }
  }
}

// Everything but the ids that hold the model together.
void SpoilTexts(Assembly& assembly) {
  analysis::v1::ChangeModel& model = *assembly.review.mutable_model();
  for (auto& story : *model.mutable_functions()) {
    for (auto& step : *story.mutable_steps()) {
      step.set_code(step.code() + "\n# Broken\n```\n<b>|`x`](y) end %%{\"'");
      step.set_comment(step.comment() + "\n# Broken `");
    }
    for (auto& variable : *story.mutable_variables()) Spoil(variable);
    for (auto& condition : *story.mutable_conditions()) Spoil(condition);
  }
  for (auto& symbol : *model.mutable_symbols()) {
    for (auto& delta : *symbol.mutable_deltas()) Spoil(delta);
    symbol.set_doc(symbol.doc() + "\n# Broken\n```\n");
  }
  for (auto& flow : *model.mutable_data_flows()) {
    for (auto& step : *flow.mutable_steps()) {
      step.set_operation(step.operation() + "\"] end %%{`");
    }
  }
  for (auto& file : *model.mutable_files()) Spoil(file);
}

// Headings outside of code blocks.
std::vector<std::string> Headings(const std::string& markdown) {
  std::vector<std::string> headings;
  std::string fence;
  for (absl::string_view line : absl::StrSplit(markdown, '\n')) {
    absl::string_view bare = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    if (absl::StartsWith(bare, "```")) {
      const std::string mark(bare.substr(0, bare.find_first_not_of('`')));
      if (fence.empty()) {
        fence = mark;
      } else if (bare == mark && mark.size() >= fence.size()) {
        fence.clear();
      }
    } else if (fence.empty() && absl::StartsWith(line, "#")) {
      headings.emplace_back(line.substr(0, line.find(' ')));
    }
  }
  return headings;
}

TEST(Explanation, IsWrittenInBothLanguages) {
  for (const std::string name : {"router", "docs"}) {
    const Assembly assembly = Load(name);
    EXPECT_TRUE(MatchesGolden(absl::StrCat(kFolder, name, ".en.md"),
                              RenderExplanation(assembly, Language::kEnglish)));
    EXPECT_TRUE(MatchesGolden(absl::StrCat(kFolder, name, ".zh.md"),
                              RenderExplanation(assembly, Language::kChinese)));
  }
}

TEST(Explanation, HasSomethingToSayOfEverySample) {
  for (const std::string& sample : SampleNames()) {
    const std::string text = RenderExplanation(AssembleSample(sample), Language::kEnglish);
    EXPECT_TRUE(absl::StartsWith(text, "# Explained: ")) << sample;
    EXPECT_FALSE(absl::StrContains(text, "\n\n\n")) << sample;
  }
}

TEST(Explanation, DeniesNoTestFileThatChanges) {
  Assembly assembly = Load("router");
  assembly.review.clear_files();
  for (auto& symbol : *assembly.review.mutable_model()->mutable_symbols()) {
    symbol.set_is_test(false);
  }
  EXPECT_TRUE(absl::StrContains(RenderExplanation(assembly, Language::kEnglish),
                                "The change does not touch any tests."));
  review::v1::FileSummary& file = *assembly.review.add_files();
  file.mutable_entry()->set_new_path("tests/helpers.py");
  file.set_file_class(change::v1::FILE_CLASS_TEST);
  const std::string text = RenderExplanation(assembly, Language::kEnglish);
  EXPECT_TRUE(absl::StrContains(text, "Test files that the change edits: `tests/helpers.py`."));
  EXPECT_FALSE(absl::StrContains(text, "does not touch any tests"));
}

TEST(Explanation, KeepsItsStructureWhateverTheChangeHolds) {
  Assembly assembly = Load("router");
  const std::vector<std::string> wanted = Headings(RenderExplanation(assembly, Language::kEnglish));
  SpoilTexts(assembly);
  EXPECT_EQ(Headings(RenderExplanation(assembly, Language::kEnglish)), wanted);
}

TEST(Explanation, HoldsDiagramsThatMermaidParses) {
  std::vector<std::string> paths;
  const auto write = [&](const std::string& name, const Assembly& assembly) {
    paths.push_back(absl::StrCat(testing::TempDir(), "/", name, ".md"));
    EXPECT_OK(WriteFile(paths.back(), RenderExplanation(assembly, Language::kEnglish)));
  };
  write("router", Load("router"));
  Assembly spoilt = Load("router");
  SpoilTexts(spoilt);
  write("spoilt", spoilt);
  for (const std::string& sample : SampleNames()) write(sample, AssembleSample(sample));
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    write(absl::StrCat("hostile", seed), HostileReview(seed));
  }
  const std::string command = absl::StrCat(
      "services/report/testing/mermaid_check.sh --min-blocks=2 ", absl::StrJoin(paths, " "));
  EXPECT_EQ(std::system(command.c_str()), 0);
}

}  // namespace
}  // namespace allreview::report
