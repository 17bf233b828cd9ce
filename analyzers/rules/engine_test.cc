#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/change/changed_lines.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/rules/analyse.h"
#include "analyzers/rules/file_check.h"
#include "analyzers/rules/fixture.h"
#include "analyzers/rules/rule.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

using change::ChangedHunk;
using change::Coverage;
using change::FactsCache;
using change::RepositoryReader;
using change::TreeFile;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kSoftmaxBefore[] = R"(# --- pkg/a.py before
import torch.nn.functional as F

def old(x, y):
    return F.cross_entropy(x.softmax(-1), y)

def touched(x, y):
    y = y + 1
    return F.cross_entropy(x.softmax(-1), y)
)";

AnalysisResult ResultOf(absl::string_view code, int threads = 1) {
  absl::StatusOr<Fixture> fixture = ParseFixture(code);
  EXPECT_OK(fixture);
  return AnalyseFixture(*fixture, threads);
}

// Everything that a caller can see of a result.
std::string Print(const AnalysisResult& result) {
  std::string text;
  for (const Finding& f : result.findings) {
    absl::StrAppend(&text, f.range.path, ":", f.range.first_line, ":", f.range.first_column, " ",
                    f.rule_id, " ", f.fingerprint, " ", f.problem, "\n", f.before_code, "\n",
                    f.after_code, "\n", absl::StrJoin(f.excerpt.lines, "\n"), "\n");
    for (const Related& related : f.related) {
      absl::StrAppend(&text, English(related.message), related.range.path, related.range.first_line,
                      "\n");
    }
  }
  for (const Coverage& coverage : result.coverage) {
    absl::StrAppend(&text, coverage.path, static_cast<int>(coverage.state),
                    English(coverage.reason), "\n");
  }
  return text;
}

// A failure in what nothing in the repository runs does not block.
TEST(Analyze, LowersFailuresInDeadCode) {
  const auto severity_of = [](absl::string_view before, absl::string_view after) {
    const AnalysisResult result = ResultOf(
        absl::StrCat("# --- pkg/use.py unchanged\nfrom pkg.ops import helper\n\nhelper()\n"
                     "# --- pkg/ops.py before\ndef helper():\n    return 1\n\n\n",
                     before, "# --- pkg/ops.py after\ndef helper():\n    return 1\n\n\n", after));
    for (const Finding& finding : result.findings) {
      if (finding.rule_id == "undefined-name") return static_cast<int>(finding.severity);
    }
    return -1;
  };
  const std::string fails = "    def run(self):\n        return nothing_here\n";
  const std::string works = "    def run(self):\n        return 1\n";
  EXPECT_EQ(severity_of("class Lonely:\n" + works, "class Lonely:\n" + fails), 2);
  // Nobody can have used a name that the change gives, and a function may be called from elsewhere.
  EXPECT_EQ(severity_of("class Old:\n" + works, "class New:\n" + fails), 0);
  EXPECT_EQ(severity_of("def lonely():\n    return 1\n", "def lonely():\n    return nothing\n"), 0);
}

TEST(Analyze, LeavesUndefinedNamesToWhoeverWroteThem) {
  EXPECT_THAT(ResultOf("# --- pkg/a.py before\nx = 1\ny = nothing  \n"
                       "# --- pkg/a.py after\nx = 1\ny = nothing\n")
                  .findings,
              IsEmpty());
}

TEST(Analyze, BlocksNothingForANameThatOnlyAFailureLooksUp) {
  const AnalysisResult result = ResultOf(
      "# --- pkg/a.py before\ndef f(x):\n    return x\n"
      "# --- pkg/a.py after\ndef f(x):\n    if x < 0:\n        raise ValueError(f'{nothing}')\n"
      "    return x\n");
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].severity, Severity::kP1);
}

TEST(Analyze, LeavesUnchangedCodeAlone) {
  const AnalysisResult result = ResultOf(absl::StrCat(kSoftmaxBefore, R"(# --- pkg/a.py after
import torch.nn.functional as F

def old(x, y):
    return F.cross_entropy(x.softmax(-1), y)

def touched(x, y):
    y = y + 2
    return F.cross_entropy(x.softmax(-1), y)
)"));
  EXPECT_THAT(result.findings, IsEmpty());
}

TEST(Analyze, ReportsADefectThatAnotherLineOfTheFunctionBringsToLife) {
  const AnalysisResult result = ResultOf(R"(# --- pkg/a.py before
import torch.nn.functional as F

def f(x, y):
    z = x
    return F.cross_entropy(z, y)
# --- pkg/a.py after
import torch.nn.functional as F

def f(x, y):
    z = x.softmax(-1)
    return F.cross_entropy(z, y)
)");
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].cause.kind, Cause::Kind::kChangedLine);
  EXPECT_EQ(result.findings[0].cause.first_line, 4);
  EXPECT_EQ(result.findings[0].range.first_line, 5);
}

TEST(Analyze, LeavesCodeAloneThatOnlyMoved) {
  const AnalysisResult result = ResultOf(R"(# --- pkg/a.py before
import torch.nn.functional as F

def f(x, y):
    return F.cross_entropy(x.softmax(-1), y)

def h(x, y, is_on):
    loss = F.cross_entropy(x.log_softmax(-1), y)
    return loss
# --- pkg/a.py after
import torch.nn.functional as F

def f(x, y):
    return x

def h(x, y, is_on):
    if is_on:
        loss = F.cross_entropy(
            x.log_softmax(-1), y
        )
        return loss
# --- pkg/b.py
import torch.nn.functional as F

def g(x, y):
    # As in f.
    return F.cross_entropy(x.softmax(-1), y)
)");
  EXPECT_THAT(result.findings, IsEmpty());
}

TEST(Analyze, FindsWhatBecameWrongWhereItStandsNow) {
  const AnalysisResult result = ResultOf(R"(# --- pkg/a.py before
import torch.nn.functional as F

def f(x, y):
    return F.cross_entropy(x, y, reduction="none", ignore_index=-1)
# --- pkg/a.py after
import torch.nn.functional as F

def f(x, y):
    return x

def g(x, y):
    x = x.softmax(-1)
    return F.cross_entropy(x, y, reduction="none", ignore_index=-1)
)");
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].range.first_line, 8);
}

TEST(Analyze, FindsACopyOfCodeThatStays) {
  const AnalysisResult result = ResultOf(R"(# --- pkg/a.py before
import torch.nn.functional as F

def f(x, y):
    return F.cross_entropy(x.softmax(-1), y)
# --- pkg/a.py after
import torch.nn.functional as F

def f(x, y):
    return F.cross_entropy(x.softmax(-1), y)

def g(x, y):
    return F.cross_entropy(x.softmax(-1), y)
)");
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].range.first_line, 7);
}

TEST(Analyze, DerivesTheFixedCodeFromTheEdits) {
  const AnalysisResult result = ResultOf(R"(import torch.nn.functional as F

def f(x, y):
    return F.cross_entropy(F.softmax(x, -1), y)
)");
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].before_code, "return F.cross_entropy(F.softmax(x, -1), y)");
  EXPECT_EQ(result.findings[0].after_code, "return F.cross_entropy(x, y)");
  EXPECT_EQ(result.findings[0].symbol, "f");
}

TEST(Analyze, QuotesTheLineThatTheEditsChangeInALongStatement) {
  std::string code = "import torch.nn.functional as F\n\ndef f(x, y):\n    return y.use(\n";
  for (int i = 0; i < 60; ++i) absl::StrAppend(&code, "        ", i, ",\n");
  absl::StrAppend(&code, "        F.cross_entropy(F.softmax(x, -1), y),\n    )\n");
  const AnalysisResult result = ResultOf(code);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].before_code,
            "...\n    57,\n    58,\n    59,\n    F.cross_entropy(F.softmax(x, -1), y),\n)");
  EXPECT_EQ(result.findings[0].after_code,
            "...\n    57,\n    58,\n    59,\n    F.cross_entropy(x, y),\n)");
}

constexpr char kTwins[] = R"(import torch.nn.functional as F

def f(x, y):
    y.use(F.cross_entropy(F.softmax(x, -1), y))
    y.use(F.cross_entropy(F.softmax(x, -1), y))
)";

TEST(Fingerprint, TellsTwinsApart) {
  const AnalysisResult result = ResultOf(kTwins);
  ASSERT_EQ(result.findings.size(), 2u);
  EXPECT_NE(result.findings[0].fingerprint, result.findings[1].fingerprint);
}

TEST(Fingerprint, SurvivesMovedLinesCommentsAndWhiteSpace) {
  const AnalysisResult first = ResultOf(kTwins);
  const AnalysisResult second = ResultOf(R"(import torch.nn.functional as F

# A new comment.

def f(x, y):
    y.use(F.cross_entropy(
        F.softmax(x,  -1), y  # why
    ))
    y.use(F.cross_entropy(F.softmax(x, -1), y))
)");
  ASSERT_EQ(second.findings.size(), 2u);
  EXPECT_EQ(first.findings[1].fingerprint, second.findings[1].fingerprint);
}

TEST(Fingerprint, SurvivesARename) {
  std::vector<ChangedFile> files(1);
  files[0].path = files[0].old_path = "a.py";
  files[0].language = "python";
  files[0].after = kTwins;
  files[0].hunks = DiffLines("", kTwins);
  const AnalysisResult before = Analyze({.files = files});
  files[0].path = "b.py";
  const AnalysisResult after = Analyze({.files = files});
  ASSERT_EQ(after.findings.size(), 2u);
  EXPECT_EQ(before.findings[0].fingerprint, after.findings[0].fingerprint);
}

std::string ManyFiles() {
  std::string code;
  for (int i = 0; i < 30; ++i) {
    absl::StrAppend(&code, "# --- pkg/m", i, ".py before\ndef g", i, "(x):\n    return x\n",
                    "# --- pkg/m", i, ".py after\nimport torch.nn.functional as F\n", "from pkg.m",
                    (i + 1) % 30, " import g", (i + 1) % 30, "\n\ndef g", i,
                    "(x, y):\n    F.cross_entropy(x.softmax(-1), y)\n    return g", (i + 1) % 30,
                    "(x)\n");
  }
  return code;
}

TEST(Analyze, DoesNotDependOnTheNumberOfThreads) {
  const std::string code = ManyFiles();
  const std::string one = Print(ResultOf(code, 1));
  EXPECT_THAT(one, HasSubstr("call-does-not-fit-signature"));
  for (int round = 0; round < 5; ++round) EXPECT_EQ(Print(ResultOf(code, 8)), one);
}

TEST(Analyze, StopsWithAFileThatTakesTooLong) {
  std::string code;
  for (int i = 0; i < 2000; ++i) absl::StrAppend(&code, "f", i, "(x)\n");
  const Fixture fixture = *ParseFixture(code);
  double now = 0;
  AnalysisInput input{.files = fixture.files};
  input.cpu_seconds = [&now] { return now += 20; };
  const AnalysisResult result = Analyze(input);
  EXPECT_EQ(result.coverage[0].state, Coverage::State::kTimedOut);
  EXPECT_EQ(result.coverage[0].reason, "the rules took longer than the limit of 10 s for one file");
}

// A cache and a repository for the tests below.
class MapCache : public FactsCache {
 public:
  std::vector<std::optional<SharedBytes>> Get(const std::vector<std::string>& ids) override {
    std::vector<std::optional<SharedBytes>> found;
    for (const std::string& id : ids) {
      found.push_back(facts_.count(id) ? std::make_optional(facts_[id]) : std::nullopt);
    }
    return found;
  }
  void Put(const std::vector<change::NamedFacts>& facts) override {
    facts_.insert(facts.begin(), facts.end());
  }
  std::map<std::string, SharedBytes> facts_;
};

class OneFileReader : public RepositoryReader {
 public:
  absl::StatusOr<std::vector<TreeFile>> ListFiles(
      Side, const std::vector<std::string>& suffixes) override {
    lists += suffixes == std::vector<std::string>{".py"};  // Configuration is asked for always.
    return std::vector<TreeFile>{{"use.py", "id"}};
  }
  absl::Status Read(Side, const std::vector<TreeFile>& files, const Receiver& receive) override {
    for (const TreeFile& file : files) {
      ++reads;
      receive(file, std::string("from a import f\nf(1)\n"));
    }
    return absl::OkStatus();
  }
  int lists = 0, reads = 0;
};

std::vector<ChangedFile> ChangeOf(std::string before, std::string after) {
  std::vector<ChangedFile> files(1);
  files[0].path = files[0].old_path = "a.py";
  files[0].language = "python";
  files[0].hunks = DiffLines(before, after);
  files[0].before = std::move(before);
  files[0].after = std::move(after);
  return files;
}

TEST(RepositoryTexts, AskOnce) {
  OneFileReader reader;
  RepositoryTexts texts(&reader);
  EXPECT_EQ(texts.List(Side::kRight, {".py"}).size(), 1u);
  ASSERT_NE(texts.Read(Side::kRight, "use.py"), nullptr);
  EXPECT_EQ(*texts.Read(Side::kRight, TreeFile{"use.py", "id"}), "from a import f\nf(1)\n");
  texts.List(Side::kRight, {".py"});
  EXPECT_EQ(reader.lists, 1);
  EXPECT_EQ(reader.reads, 1);
  EXPECT_TRUE(texts.is_complete());
  EXPECT_EQ(texts.Read(Side::kRight, "other.toml"), nullptr);

  RepositoryTexts nothing(nullptr);
  EXPECT_TRUE(nothing.List(Side::kRight, {".py"}).empty());
  EXPECT_FALSE(nothing.is_complete());
}

TEST(Analyze, AsksTheRepositoryOnlyWhenThereIsAQuestion) {
  OneFileReader reader;
  const std::string old = "def f(x):\n    return 1\n";
  const auto files = ChangeOf(old, old + "\n\ndef g(x):\n    return 2\n");
  Analyze({.files = files, .repository = &reader});
  EXPECT_EQ(reader.lists, 0);
}

TEST(Analyze, AsksNobodyAboutAnImportThatIsNoLongerNeeded) {
  OneFileReader reader;
  const auto files = ChangeOf("import os\nx = 1\n", "x = 1\n");
  Analyze({.files = files, .repository = &reader});
  EXPECT_EQ(reader.lists, 0);
}

TEST(Analyze, ReadsARepositoryOnceWithACache) {
  OneFileReader reader;
  MapCache cache;
  const auto files = ChangeOf("def f(x):\n    return 1\n", "def f(x, y):\n    return 1\n");
  const AnalysisInput input = {.files = files, .repository = &reader, .cache = &cache};
  EXPECT_EQ(Analyze(input).findings.size(), 1u);
  const AnalysisResult second = Analyze(input);
  EXPECT_EQ(second.findings.size(), 1u);
  EXPECT_EQ(second.facts_cached, 1);
  // Once to learn the facts, and the text of the call that fails now, each time.
  EXPECT_EQ(reader.reads, 3);
}

TEST(Analyze, TakesSeverityAndEnabledFromTheSettings) {
  const auto files = ChangeOf("", kTwins);
  const std::string id = "softmax-before-cross-entropy";
  EXPECT_THAT(Analyze({.files = files, .settings = {{id, {.is_enabled = false}}}}).findings,
              IsEmpty());
  const AnalysisResult result =
      Analyze({.files = files, .settings = {{id, {.severity = Severity::kP3}}}});
  ASSERT_EQ(result.findings.size(), 2u);
  EXPECT_EQ(result.findings[0].severity, Severity::kP3);
}

TEST(Analyze, MarksFindingsOfHints) {
  const auto files = ChangeOf("", kTwins);
  const std::string id = "softmax-before-cross-entropy";
  ASSERT_EQ(Analyze({.files = files}).findings.size(), 2u);
  EXPECT_FALSE(Analyze({.files = files}).findings[0].is_hint);
  const AnalysisResult result =
      Analyze({.files = files, .settings = {{id, {.tier = Tier::kHint}}}});
  ASSERT_EQ(result.findings.size(), 2u);
  EXPECT_TRUE(result.findings[0].is_hint);
  EXPECT_THAT(Analyze({.files = files, .settings = {{id, {.tier = Tier::kOff}}}}).findings,
              IsEmpty());
}

// Reports each call, and says that it did not get to the end of broken files.
class CallCheck : public FileCheck {
 public:
  absl::Status Check(const FileVisit& visit) const override {
    const python::SyntaxTree& tree = visit.file.module().tree();
    for (Node node : tree.root().descendants()) {
      if (node.Is(NodeKind::kCall)) visit.file.Report({.at = node});
    }
    return tree.error_count() > 0 ? absl::ResourceExhaustedError("too much") : absl::OkStatus();
  }
};

TEST(ExtraRules, RunBesideTheBuiltInOnesAndUnderTheSameSettings) {
  const CallCheck check;
  Rule rule = {};
  rule.info.id = "any-call";
  rule.info.title.en = "A call";
  rule.file_check = &check;
  const auto files = ChangeOf("abs(1)\n", "abs(1)\nhash(2)\n");
  const AnalysisResult result = Analyze({.files = files, .extra_rules = {&rule}});
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].rule_id, "any-call");
  EXPECT_EQ(result.findings[0].range.first_line, 2);
  EXPECT_EQ(result.findings[0].fingerprint.size(), 32u);
  EXPECT_THAT(Analyze({.files = files,
                       .settings = {{"any-call", {.is_enabled = false}}},
                       .extra_rules = {&rule}})
                  .findings,
              IsEmpty());
}

TEST(ExtraRules, ReportChangedFunctionsOnlyForWhatIsNew) {
  const CallCheck check;
  Rule rule = {};
  rule.info.id = "any-call";
  rule.file_check = &check;
  rule.concern = Concern::kChangedFunctions;
  const auto files =
      ChangeOf("def f():\n    abs(1)\n    x = 1\n", "def f():\n    abs(1)\n    hash(2)\n");
  const AnalysisResult result = Analyze({.files = files, .extra_rules = {&rule}});
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].range.first_line, 3);
}

TEST(ExtraRules, PutAFileThatTheyCouldNotReadToItsEndOverBudget) {
  const CallCheck check;
  Rule rule = {};
  rule.info.id = "any-call";
  rule.file_check = &check;
  const auto files = ChangeOf("", "f(]\n");
  const AnalysisResult result = Analyze({.files = files, .extra_rules = {&rule}});
  ASSERT_EQ(result.coverage.size(), 1u);
  EXPECT_EQ(result.coverage[0].state, Coverage::State::kOverBudget);
  EXPECT_EQ(result.coverage[0].reason, "rule `any-call`: too much");
}

TEST(Coverage, SaysWhyAFileWasNotReviewed) {
  std::vector<ChangedFile> files = ChangeOf("", "x = 1\n");
  files.push_back(files[0]);
  files[1].path = "b.py";
  files[1].after = std::nullopt;
  files.push_back(files[0]);
  files[2].path = "c.py";
  files[2].after = std::string(2000, '(');
  files.push_back(files[0]);
  files[3].path = "d.py";
  files[3].after = std::string(3000, '#');
  files.push_back(files[0]);
  files[4].path = "e.txt";
  files[4].language = "text";
  const AnalysisResult result =
      Analyze({.files = files, .limits = {.max_file_bytes = 2500, .max_nodes = 1000}});
  std::vector<std::string> states;
  for (const Coverage& c : result.coverage) {
    states.push_back(absl::StrCat(c.path, " ", static_cast<int>(c.state), " ", English(c.reason)));
  }
  EXPECT_THAT(states, ElementsAre("a.py 0 ", "b.py 2 the content of the right side is not known",
                                  "c.py 4 more than 1000 syntax nodes",
                                  "d.py 4 3000 bytes, the limit is 2500"));
}

TEST(Coverage, NamesFilesThatWereNotReachedInTime) {
  const auto files = ChangeOf("", "x = 1\n");
  const AnalysisResult result = Analyze({.files = files, .should_stop = [] { return true; }});
  ASSERT_EQ(result.coverage.size(), 1u);
  EXPECT_EQ(result.coverage[0].state, Coverage::State::kTimedOut);
}

TEST(Directives, SpeakOfTheirStatementOrTheNextOne) {
  const AnalysisResult result = ResultOf(R"(x = f(
    1,  # allreview: ignore[a] one
)
# allreview: ignore[b] two
# more words

@decorated
def g(
    x,
):
    text = "# allreview: ignore[c] no comment"
    if x:  # allreview: ignore[d] three
        pass
# allreview: ignore[e] at the end
)");
  std::vector<std::string> found;
  for (const DirectiveComment& d : result.directives) {
    found.push_back(absl::StrCat(d.line, ":", d.column, " own=", d.is_own_line, " ",
                                 d.statement_first_line, "-", d.statement_end_line, " ", d.text));
  }
  EXPECT_THAT(found, ElementsAre("2:8 own=0 1-4 # allreview: ignore[a] one",
                                 "4:0 own=1 7-11 # allreview: ignore[b] two",
                                 "12:11 own=0 12-13 # allreview: ignore[d] three",
                                 "14:0 own=1 14-15 # allreview: ignore[e] at the end"));
}

TEST(ChangedLines, KnowWhereLinesWereRemoved) {
  const ChangedLines lines(DiffLines("a\nb\nc\nd\n", "a\nc\nx\nd\n"));
  EXPECT_TRUE(lines.HasRemoved(1, 2));
  EXPECT_FALSE(lines.HasRemoved(2, 4));
  EXPECT_TRUE(lines.HasAdded(3, 3));
  EXPECT_FALSE(lines.HasAdded(1, 2));
}

TEST(Engine, ReviewsShellScriptsAndYaml) {
  const AnalysisResult result = ResultOf(
      "# --- a.yaml\n"
      "a: 1\n"
      "# allreview: ignore[duplicate-yaml-key] both are read\n"
      "a: 2\n"
      "# --- .github/workflows/b.yml\n"
      "a: [\n"
      "# --- templates/c.yaml\n"
      "{% if x %}\n"
      "# --- run.sh\n"
      "echo a  # allreview: ignore[unknown-recipe-option] x\n"
      "# --- d.go\n"
      "int x;\n");
  std::vector<std::string> said;
  for (const Coverage& file : result.coverage) {
    said.push_back(absl::StrCat(file.path, " ", static_cast<int>(file.state)));
  }
  constexpr int kReviewed = static_cast<int>(Coverage::State::kReviewed);
  constexpr int kUnsupported = static_cast<int>(Coverage::State::kUnsupported);
  EXPECT_THAT(said, ElementsAre(absl::StrCat("a.yaml ", kReviewed),
                                absl::StrCat(".github/workflows/b.yml ", kUnsupported),
                                absl::StrCat("run.sh ", kReviewed)));
  ASSERT_EQ(result.directives.size(), 2u);
  EXPECT_EQ(result.directives[0].path, "a.yaml");
  EXPECT_EQ(result.directives[0].statement_first_line, 3);
  EXPECT_TRUE(result.directives[0].is_own_line);
  EXPECT_EQ(result.directives[1].statement_first_line, 1);
  EXPECT_EQ(result.directives[1].column, 8);
}

TEST(Engine, ReviewsNoFileThatItCannotReadAsPython) {
  for (const char* text : {"def f(:\n    pass\n", "x = $\n", "def ( [ { '\n", "x = 'é\n"}) {
    ChangedFile file;
    file.path = file.old_path = "a.py";
    file.is_added = true;
    file.language = "python";
    file.after = absl::StrCat("import os\n", text);
    ChangedHunk& hunk = file.hunks.emplace_back();
    hunk.new_start = hunk.new_lines = 1;
    hunk.added = {1};
    const std::vector<ChangedFile> files = {file};
    const AnalysisResult result = Analyze({.files = files});
    ASSERT_EQ(result.coverage.size(), 1u);
    EXPECT_EQ(result.coverage[0].state, Coverage::State::kUnsupported) << text;
    EXPECT_THAT(English(result.coverage[0].reason),
                testing::HasSubstr("could not be read as Python"));
  }
}

TEST(Directives, OfALongBlockOfCommentsLookForTheNextStatementOnce) {
  constexpr int kCount = 60'000;
  std::string source;
  for (int i = 0; i < kCount; ++i) absl::StrAppend(&source, "# allreview: ignore[a] b\n");
  const AnalysisResult result = ResultOf(source + "x = 1\n");
  ASSERT_EQ(result.directives.size(), static_cast<size_t>(kCount));
  EXPECT_EQ(result.directives.front().statement_first_line, kCount + 1);
  EXPECT_EQ(result.directives.back().statement_first_line, kCount + 1);
}

}  // namespace
}  // namespace allreview::rules
