#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/idioms/find_idioms.h"
#include "base/file.h"
#include "base/golden.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::idioms {
namespace {

using python::Module;
using python::Node;

constexpr absl::string_view kAreas[] = {"selection",   "sequences", "numbers", "training",
                                        "distributed", "device",    "programs"};

std::string PathOf(absl::string_view area) {
  return absl::StrCat("analyzers/idioms/testdata/", area, ".py");
}

std::unique_ptr<Module> Parse(const std::string& code) {
  auto module = Module::Parse("pkg/module.py", code);
  EXPECT_OK(module);
  return *std::move(module);
}

std::unique_ptr<Module> ParseArea(absl::string_view area) {
  const auto text = ReadFile(PathOf(area));
  EXPECT_OK(text);
  return Parse(*text);
}

std::vector<Found> FindAll(const Module& module) {
  return FindIdioms(module, [](Node) { return true; });
}

std::string IdOf(const Idiom& idiom) {
  return std::string(absl::StripPrefix(idiom.sentence.id(), "idiom-"));
}

// What stands behind "# is:" and "# not:" on each line.
struct Annotations {
  std::map<int, std::set<std::string>> expected;
  std::set<std::string> hits, twins;
};

Annotations AnnotationsOf(const Module& module) {
  Annotations all;
  for (int line = 1; line <= module.tree().line_count(); ++line) {
    const absl::string_view text = module.tree().LineText(line);
    const size_t hash = text.find("  # ");
    if (hash == absl::string_view::npos) continue;
    for (absl::string_view part : absl::StrSplit(text.substr(hash + 4), "; ")) {
      if (absl::ConsumePrefix(&part, "is: ")) {
        all.expected[line].insert(std::string(part));
        all.hits.insert(std::string(part));
      } else if (absl::ConsumePrefix(&part, "not: ")) {
        all.twins.insert(std::string(part));
      }
    }
  }
  return all;
}

TEST(Idioms, AreFoundWhereTheyAreAndNowhereElse) {
  for (absl::string_view area : kAreas) {
    const std::unique_ptr<Module> module = ParseArea(area);
    std::map<int, std::set<std::string>> found;
    for (const Found& one : FindAll(*module)) {
      found[one.first_line].insert(IdOf(*one.match.idiom));
    }
    EXPECT_EQ(found, AnnotationsOf(*module).expected) << area;
  }
}

TEST(Idioms, HaveEachAHitAndASilentTwin) {
  std::set<std::string> hits, twins, ids;
  for (absl::string_view area : kAreas) {
    const std::unique_ptr<Module> module = ParseArea(area);
    const Annotations annotations = AnnotationsOf(*module);
    hits.insert(annotations.hits.begin(), annotations.hits.end());
    twins.insert(annotations.twins.begin(), annotations.twins.end());
  }
  for (const Idiom* idiom : AllIdioms()) {
    EXPECT_TRUE(ids.insert(IdOf(*idiom)).second) << IdOf(*idiom) << " twice";
  }
  EXPECT_EQ(hits, ids);
  EXPECT_EQ(twins, ids);
  EXPECT_GE(ids.size(), 80u);
}

// For reading: the sentence of each hit in both languages.
TEST(Idioms, SayWhatTheyAreInBothLanguages) {
  std::string text;
  for (absl::string_view area : kAreas) {
    const std::unique_ptr<Module> module = ParseArea(area);
    for (const Found& one : FindAll(*module)) {
      absl::StrAppend(&text, IdOf(*one.match.idiom), "\n  ", English(one.sentence), "\n  ",
                      In(Language::kChinese, one.sentence), "\n");
    }
  }
  EXPECT_TRUE(MatchesGolden("analyzers/idioms/testdata/sentences.txt", text));
}

std::vector<std::string> SentencesOf(const std::string& body) {
  const std::unique_ptr<Module> module =
      Parse(absl::StrCat("import torch\n\ndef f(x, y, k, perm):\n", body));
  std::vector<std::string> sentences;
  for (const Found& one : FindAll(*module)) sentences.push_back(English(one.sentence));
  return sentences;
}

TEST(Idioms, FollowNamesThatCertainlyAreOneThing) {
  EXPECT_THAT(SentencesOf("  top = x.topk(k + 1)\n  bar = top.values[:, -1:]\n"),
              testing::ElementsAre(testing::HasSubstr("`bar` is the (`k` + 1)-th largest of `x`")));
  EXPECT_THAT(SentencesOf("  top = x.topk(k + 1)\n  if k: top = y\n  bar = top.values[:, -1:]\n"),
              testing::IsEmpty());
}

TEST(Idioms, DoNotTakeTheMethodOfAnotherModuleForTorch) {
  EXPECT_THAT(SentencesOf("  import numpy\n  r = numpy.roll(x, -1)\n"), testing::IsEmpty());
}

TEST(Idioms, LeaveOutWhatIsPartOfAnother) {
  EXPECT_THAT(SentencesOf("  z = torch.logsumexp(x, dim=-1) ** 2\n"),
              testing::ElementsAre(testing::StartsWith("`z` is a z-loss")));
}

TEST(Idioms, CutLongCodeAndKeepItInItsSpan) {
  const std::string name(200, 'a');
  const auto sentences = SentencesOf(absl::StrCat("  z = ", name, "['`'].record_stream(y)\n"));
  ASSERT_EQ(sentences.size(), 1u);
  EXPECT_LT(sentences[0].size(), 250u);
}

TEST(Idioms, AskOnlyWhatIsWanted) {
  const std::unique_ptr<Module> module = Parse("x.record_stream(a)\ny.record_stream(b)\n");
  const auto found = FindIdioms(*module, [](Node node) { return node.first_line() == 2; });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].first_line, 2);
}

TEST(Idioms, TakeLongAndDeepCode) {
  std::string code = "import torch\ndef f(x, k):\n";
  for (int i = 0; i < 4000; ++i) {
    absl::StrAppend(&code, "  t = x.topk(k + 1)\n  s = t.values[:, -1:]\n  x = x + s * k // s\n");
  }
  std::string deep = "x";
  for (int i = 0; i < 200; ++i) deep = absl::StrCat("(", deep, " - ", i, ").topk(k)");
  absl::StrAppend(&code, "  return ", deep, "\n");
  const std::unique_ptr<Module> module = Parse(code);
  EXPECT_LE(FindAll(*module).size(), 4000u);
}

}  // namespace
}  // namespace allreview::idioms
