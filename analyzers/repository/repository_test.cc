#include <algorithm>
#include <atomic>

#include "absl/strings/str_cat.h"
#include "analyzers/repository/facts.h"
#include "analyzers/repository/fake_repository.h"
#include "analyzers/repository/parallel.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/repository/significant_lines.h"
#include "base/status_matchers.h"
#include "base/work_budget.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::repository {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kSource[] = R"(
import torch.nn as nn
from ..utils import clip as _clip
try:
    from fast import gelu
except ImportError:
    gelu = None
if nn:
    LIMIT = 3

@torch.no_grad()
def scale(x, /, factor=2, *rest, flag, **more) -> int:
    return _clip(x, factor, *rest, upper=LIMIT, **more)

class Router(nn.Module, metaclass=Meta):
    def forward(self, x):
        return self.gate(x) + scale(x, flag=1)

    def gate(self, x):
        return nn.functional.relu(x)
)";

// Has facts of every kind.
constexpr char kMore[] = R"(
import torch
from ops import clip, Gate
from more import *

class Layer(torch.nn.Module):
    top_k: int = 2

    def __init__(self, config, gate: Gate, tp_group=None):
        super().__init__(tp_group=tp_group)
        self.gate = gate
        self.counts = torch.zeros(config.size, device="cpu")
        self.register_forward_hook(self._hook)
        CudaGraphManager(config, self, function_name="forward")

    def forward(self, x):
        if self.config.log_interval:
            self.gate.route(x)
        with torch.cuda.graph(self.graph):
            self.part.run(map(clip, x))
        return starred(x) + self.top_k

    def _hook(self, *_):
        pass

def add(parser, args, group=None):
    parser.add_argument("--top-k", type=int, default=2, help="x")
    args.seen = get_rank_if_none(group)
)";

FileFacts Facts(std::string source) {
  auto module = python::Module::Parse("a/b/c.py", std::move(source));
  EXPECT_OK(module);
  return FactsOf(**module);
}

std::vector<std::string> NamesOf(const FileFacts& facts) {
  std::vector<std::string> names;
  for (const NameFacts& name : facts.names) names.push_back(name.name + "=" + name.imported);
  return names;
}

TEST(Facts, NameWhatTheModuleBinds) {
  EXPECT_THAT(NamesOf(Facts(kSource)), ElementsAre("LIMIT=", "Router=", "_clip=..utils.clip",
                                                   "gelu=", "nn=torch.nn", "scale="));
}

TEST(Facts, KeepParametersAndDecorators) {
  const FileFacts facts = Facts(kSource);
  ASSERT_GE(facts.definitions.size(), 2u);
  const DefinitionFacts& scale = facts.definitions[0];
  EXPECT_EQ(scale.name, "scale");
  using K = python::Parameter::Kind;
  EXPECT_THAT(scale.parameters, ElementsAre(ParameterFacts{"x", K::kPositionalOnly, false},
                                            ParameterFacts{"factor", K::kPositional, true},
                                            ParameterFacts{"rest", K::kVarPositional, false},
                                            ParameterFacts{"flag", K::kKeywordOnly, false},
                                            ParameterFacts{"more", K::kVarKeyword, false}));
  EXPECT_THAT(scale.decorators, ElementsAre("torch.no_grad"));
  EXPECT_THAT(facts.definitions[1].bases, ElementsAre("torch.nn.Module"));
  EXPECT_TRUE(facts.definitions[1].has_keywords);
}

TEST(Facts, KeepTheShapeOfCalls) {
  const FileFacts facts = Facts(kSource);
  std::vector<std::string> callees;
  for (const CallFacts& call : facts.calls) callees.push_back(call.symbol + " " + call.callee);
  EXPECT_THAT(callees,
              ElementsAre("scale ..utils.clip", "Router.forward :Router.gate",
                          "Router.forward :scale", "Router.gate torch.nn.functional.relu"));
  EXPECT_EQ(facts.calls[0].positional, 2);
  EXPECT_TRUE(facts.calls[0].has_star);
  EXPECT_TRUE(facts.calls[0].has_double_star);
  EXPECT_THAT(facts.calls[0].keywords, ElementsAre("upper"));
}

TEST(Facts, KnowWhichImportsMayFail) {
  const FileFacts facts = Facts(kSource);
  ASSERT_EQ(facts.imports.size(), 3u);
  EXPECT_FALSE(facts.imports[1].is_guarded);
  EXPECT_EQ(facts.imports[2].target, "fast.gelu");
  EXPECT_TRUE(facts.imports[2].is_guarded);
}

std::vector<std::string> Print(const std::vector<MethodCallFacts>& calls) {
  std::vector<std::string> lines;
  for (const MethodCallFacts& call : calls) {
    lines.push_back(absl::StrCat(call.symbol, " ", static_cast<int>(call.kind), " ", call.receiver,
                                 " ", call.method, call.is_cold ? " cold" : "",
                                 call.is_captured ? " captured" : ""));
  }
  return lines;
}

TEST(Facts, KeepCallsThatTheFileDoesNotResolve) {
  EXPECT_THAT(Print(Facts(kMore).method_calls),
              ElementsAre("Layer.__init__ 1  __init__", "Layer.__init__ 0  register_forward_hook",
                          "Layer.__init__ 5  CudaGraphManager", "Layer.forward 2 gate route cold",
                          "Layer.forward 2 part run captured", "Layer.forward 5  starred",
                          "add 5  get_rank_if_none"));
}

TEST(Facts, KeepFunctionsThatAreHandedOver) {
  std::vector<std::string> references;
  for (const ReferenceFacts& facts : Facts(kMore).references) {
    references.push_back(absl::StrCat(static_cast<int>(facts.kind), " ", facts.target));
  }
  EXPECT_THAT(references, ElementsAre("1 :Layer._hook", "3 :Layer.forward", "0 ops.clip"));
}

TEST(Facts, KeepWhatClassesStore) {
  const FileFacts facts = Facts(kMore);
  ASSERT_EQ(facts.attributes.size(), 2u);
  EXPECT_EQ(facts.attributes[0].name, "counts");
  EXPECT_EQ(facts.attributes[0].device, AttributeFacts::kCpu);
  EXPECT_THAT(facts.attributes[1].types, ElementsAre("ops.Gate"));
}

constexpr char kContracts[] = R"(
import dataclasses

@dataclasses.dataclass(kw_only=True)
class Config:
    size: int
    names: list = dataclasses.field(default_factory=list)
    cache: dict = dataclasses.field(init=False)
    scale = 2.0

class Open:
    def set(self, name, value):
        setattr(self, name, value)

def f():
    pass

f = cached(f)

def g(args, parser):
    args.rank, self.own = 1, 2
    hasattr(args, "late")
    parser.add_argument("--size", **{"dest": "width"})
    parser.add_subparsers(dest="command")
    try:
        h(1)
    except TypeError:
        h()
    try:
        k(1)
    except Exception:
        k()
    try:
        m(1)
    except ValueError:
        pass
)";

TEST(Facts, TellHowDataclassesAreMade) {
  const FileFacts facts = Facts(kContracts);
  const DefinitionFacts& config = facts.definitions[0];
  EXPECT_TRUE(config.is_dataclass && config.has_generated_init && config.has_keyword_only_init);
  EXPECT_THAT(config.own_names, ElementsAre("cache", "names", "scale"));
  ASSERT_EQ(facts.fields.size(), 3u);
  EXPECT_FALSE(facts.fields[0].has_default);
  EXPECT_TRUE(facts.fields[1].has_default && facts.fields[1].is_in_init);
  EXPECT_FALSE(facts.fields[2].has_default || facts.fields[2].is_in_init);
}

TEST(Facts, TellWhatMayBeAnything) {
  const FileFacts facts = Facts(kContracts);
  EXPECT_FALSE(facts.definitions[0].sets_any_attribute);
  EXPECT_TRUE(facts.definitions[1].sets_any_attribute);
  EXPECT_EQ(facts.definitions[3].name, "f");
  EXPECT_TRUE(facts.definitions[3].is_conditional);
  EXPECT_THAT(facts.stored_names, ElementsAre("command", "late", "rank", "width"));
}

TEST(Facts, TellWhereWrongCallsAreExpected) {
  std::vector<std::string> guarded;
  const FileFacts facts = Facts(std::string(kContracts) + "from x import h, k, m\n");
  for (const CallFacts& call : facts.calls) {
    if (call.is_guarded) guarded.push_back(call.callee);
  }
  EXPECT_THAT(guarded, ElementsAre("x.h", "x.k"));
}

std::vector<std::string> SignificantTexts(absl::string_view source) {
  auto tree = python::SyntaxTree::Parse(source);
  EXPECT_OK(tree);
  std::vector<std::string> texts;
  for (const SignificantLine& line : SignificantLinesOf(*tree)) {
    texts.push_back(absl::StrCat(line.line, " ", line.text));
    std::replace(texts.back().begin(), texts.back().end(), kTokenSeparator, '~');
  }
  return texts;
}

TEST(SignificantLines, LeaveOutWhatSaysNothing) {
  EXPECT_THAT(SignificantTexts("import a\n"
                               "def f( x ):  # adds\n"
                               "    'Doc.'\n"
                               "    return g(\n"
                               "        x,f'{x} y'\n"
                               "    )\n"),
              ElementsAre("2 def~f~(~x~)~:~", "4 return~g~(~", "5 x~,~f'~{~x~}~ y~'~"));
}

TEST(SignificantLines, HaveAShapeWithoutNames) {
  const auto shape = [](absl::string_view source) {
    return LineFactsOf(*python::SyntaxTree::Parse(source)).at(0).shape;
  };
  EXPECT_EQ(shape("a = b.c + 1"), shape("x = y.z + 1"));
  EXPECT_NE(shape("a = b.c + 1"), shape("a = b.c + 2"));
}

TEST(SignificantLines, SurvivePacking) {
  const std::vector<LineFacts> lines = {{1, 7, 65535}, {2, 0, 256}, {9000, 1, 1}};
  EXPECT_EQ(UnpackLines(PackLines(lines)), lines);
  const std::string bytes = EncodeFacts(Facts(kMore));
  const std::vector<LineFacts> of_file = UnpackLines(PackedLinesOfFacts(bytes));
  ASSERT_EQ(of_file.size(), 19u);
  EXPECT_EQ(of_file[0].line, 6);
  EXPECT_EQ(PackedLinesOfFacts("ARF"), "");
}

TEST(Facts, KeepTheWordsOfCodeAndStrings) {
  const FileFacts facts = Facts(
      "def load(path):\n"
      "    \"\"\"Only the docstring says splendid.\"\"\"\n"
      "    # a comment\n"
      "    add('--top-k', help='see pkg.top_k_gating')\n");
  EXPECT_EQ(facts.identifiers, "add\nhelp\nload\npath\n");
  EXPECT_EQ(facts.string_words, "pkg\nsee\ntop_k\ntop_k_gating\n");
  const std::string bytes = EncodeFacts(facts);
  EXPECT_EQ(IdentifiersOfFacts(bytes), facts.identifiers);
  EXPECT_EQ(StringWordsOfFacts(bytes), facts.string_words);
  EXPECT_TRUE(HasWord(facts.identifiers, "add"));
  EXPECT_TRUE(HasWord(facts.identifiers, "path"));
  EXPECT_FALSE(HasWord(facts.identifiers, "ath"));
  EXPECT_FALSE(HasWord(facts.identifiers, "pat"));
  EXPECT_FALSE(HasWord(facts.identifiers, ""));
}

TEST(Facts, AcceptAnImportAsASingleUnderscore) {
  EXPECT_EQ(Facts("from gettext import gettext as _\n").imports.size(), 1u);
}

TEST(FactsEncoding, ReturnsWhatItWasGiven) {
  constexpr char kSeveralLines[] = "@wrap[\n    1]\nclass A(make(\n    2)[0]): pass\n";
  for (const char* source : {kSource, kMore, kContracts, kSeveralLines}) {
    const FileFacts facts = Facts(source);
    const std::optional<FileFacts> decoded = DecodeFacts(EncodeFacts(facts));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(*decoded, facts);
  }
}

TEST(FactsEncoding, RefusesEveryTruncation) {
  const std::string bytes = EncodeFacts(Facts(kMore));
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(DecodeFacts(absl::string_view(bytes).substr(0, size)).has_value()) << size;
  }
}

TEST(FactsEncoding, ReadsNoBlockOfADamagedFront) {
  const std::string whole = EncodeFacts(Facts(kMore));
  ASSERT_TRUE(AreFacts(whole));
  for (size_t i = 0; i < 28; ++i) {
    std::string wrong = whole;
    wrong[i] = '\xFF';
    if (i % 4 == 3) {
      EXPECT_FALSE(AreFacts(wrong)) << "sixteen megabytes that are not there, by byte " << i;
    }
    for (absl::string_view block : {IdentifiersOfFacts(wrong), StringWordsOfFacts(wrong),
                                    PackedLinesOfFacts(wrong), PackedStyleOfFacts(wrong)}) {
      EXPECT_LE(block.size(), wrong.size());
    }
  }
  EXPECT_FALSE(AreFacts(whole.substr(0, 27)));
}

TEST(FactsEncoding, KeepsTextOfSeveralLinesInOneName) {
  FileFacts facts;
  facts.star_imports = {"a\nb", "c"};
  EXPECT_THAT(DecodeFacts(EncodeFacts(facts))->star_imports, ElementsAre("a b", "c"));
}

TEST(FactsEncoding, SurvivesEveryWrongByte) {
  const std::string bytes = EncodeFacts(Facts(kMore));
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string wrong = bytes;
    wrong[i] = static_cast<char>(wrong[i] ^ 0xFF);
    DecodeFacts(
        wrong);  // Must not crash or take gigabytes; asan and the limits of the test say so.
  }
}

TEST(FactsEncoding, MentionsWholeParts) {
  const std::string bytes = EncodeFacts(Facts(kSource));
  EXPECT_TRUE(FactsMention(bytes, "clip"));
  EXPECT_TRUE(FactsMention(bytes, "Router"));
  EXPECT_TRUE(FactsMention(bytes, "functional"));
  EXPECT_TRUE(FactsMention(bytes, "scale"));
  EXPECT_FALSE(FactsMention(bytes, "cli"));
  EXPECT_FALSE(FactsMention(bytes, "functiona"));
  EXPECT_FALSE(FactsMention(bytes, "outer"));
}

TEST(IndexedFile, AnswersAlikeForFactsAndTheirBytes) {
  const FileFacts facts = Facts("class A:\n    def f(self): pass\n\ndef g(): pass\n");
  const IndexedFile of_facts("a.py", facts);
  const IndexedFile of_bytes("a.py", SharedBytes(EncodeFacts(facts)));
  for (const IndexedFile* file : {&of_facts, &of_bytes}) {
    EXPECT_EQ(file->facts(), facts);
    ASSERT_NE(file->FindDefinition("A.f"), nullptr);
    EXPECT_EQ(file->FindDefinition("A.f")->place.line, 2);
    EXPECT_EQ(file->FindDefinition("h"), nullptr);
    EXPECT_TRUE(file->HasIdentifier("g"));
  }
}

std::vector<std::string> PathsOf(const std::vector<IndexedFile*>& files) {
  std::vector<std::string> paths;
  for (const IndexedFile* file : files) paths.push_back(file->path());
  return paths;
}

TEST(RepositoryIndex, ReadsNothingUntilAsked) {
  FakeRepository repository{.files = {{"a.py", "x = f()"}}, .cache = {}};
  RepositoryIndex index(repository.source(), {});
  EXPECT_EQ(repository.reads, 0);
}

TEST(RepositoryIndex, FindsFilesByNameAndModule) {
  FakeRepository repository{.files = {{"p/__init__.py", "from .a import f\n"},
                                      {"p/a.py", "def f(): pass\n"},
                                      {"q.py", "import p\np.f()\n"}},
                            .cache = {}};
  RepositoryIndex index(repository.source(), {});
  EXPECT_THAT(PathsOf(index.FilesMentioning("f")), ElementsAre("p/__init__.py", "p/a.py", "q.py"));
  ASSERT_NE(index.FindModule("p"), nullptr);
  EXPECT_EQ(index.FindModule("p")->path(), "p/__init__.py");
  EXPECT_EQ(index.FindModule("p")->Absolute(index.FindModule("p")->facts().imports[0].target),
            "p.a.f");
  EXPECT_TRUE(index.is_complete());
}

TEST(RepositoryIndex, FindsFilesByWord) {
  FakeRepository repository{
      .files = {{"a.py", "top_k = 1\n"}, {"b.py", "f('--top-k')\n"}, {"c.py", "# top_k\n"}},
      .cache = {}};
  RepositoryIndex index(repository.source(), {});
  EXPECT_THAT(PathsOf(index.FilesWithIdentifier("top_k")), ElementsAre("a.py"));
  EXPECT_THAT(PathsOf(index.FilesWithWord("top_k")), ElementsAre("a.py", "b.py"));
}

TEST(RepositoryIndex, FindsEveryWayToWriteAName) {
  FakeRepository repository{.files = {{"p/ops.py", "def f(): pass\nf()\n"},
                                      {"p/a.py", "from .ops import f\n"},
                                      {"p/b.py", "from . import ops\nops.f()\n"},
                                      {"p/q/c.py", "from ..ops import f as g\n"},
                                      {"d.py", "import p.ops as o\no.f()\n"},
                                      {"e.py", "from other import f\nf()\n"}},
                            .cache = {}};
  RepositoryIndex index(repository.source(), {});
  EXPECT_THAT(PathsOf(index.FilesNaming("p.ops.f")),
              ElementsAre("d.py", "p/a.py", "p/b.py", "p/ops.py", "p/q/c.py"));
}

TEST(RepositoryIndex, FindsTheSameAfterManySearches) {
  FakeRepository repository;
  for (int i = 0; i < 50; ++i) {
    repository.files[absl::StrCat("p/m", i, ".py")] =
        absl::StrCat("from p.m", i + 1, " import f", i % 7, "\nx.g", i % 3, "(p.ops.scale)\n");
  }
  RepositoryIndex fresh(repository.source(), {});
  RepositoryIndex used(repository.source(), {});
  for (int i = 0; i < 100; ++i) used.FilesMentioning("x");
  for (const char* name : {"f0", "f6", "g2", "m1", "m50", "scale", "ops.scale", "sca", "gone"}) {
    EXPECT_EQ(PathsOf(used.FilesMentioning(name)), PathsOf(fresh.FilesMentioning(name))) << name;
  }
  EXPECT_EQ(PathsOf(used.FilesNaming("p.m7.f6")), PathsOf(fresh.FilesNaming("p.m7.f6")));
}

TEST(RepositoryIndex, FindsNamesOfAPackageFromInside) {
  FakeRepository repository{.files = {{"p/__init__.py", "def f(): pass\n"},
                                      {"p/a.py", "from . import f\n"},
                                      {"p/q/c.py", "from .. import f\n"},
                                      {"e.py", "from other import f\nf()\n"}},
                            .cache = {}};
  RepositoryIndex index(repository.source(), {});
  EXPECT_THAT(PathsOf(index.FilesNaming("p.f")),
              ElementsAre("p/__init__.py", "p/a.py", "p/q/c.py"));
}

TEST(RepositoryIndex, ReadsEachBlobOnce) {
  FakeRepository repository{.files = {{"a.py", "def f(): pass\n"}, {"b.py", "f()\n"}}, .cache = {}};
  RepositoryIndex(repository.source(), {}).FilesMentioning("f");
  RepositoryIndex second(repository.source(), {});
  EXPECT_EQ(second.FilesMentioning("f").size(), 1u);
  EXPECT_EQ(repository.reads, 2);
  EXPECT_EQ(second.files_cached(), 2);
}

TEST(RepositoryIndex, PrefersTheChangedFiles) {
  FakeRepository repository{.files = {{"a.py", "def old(): pass\n"}}, .cache = {}};
  RepositoryIndex index(repository.source(), [] {
    std::vector<std::unique_ptr<IndexedFile>> changed;
    changed.push_back(std::make_unique<IndexedFile>("a.py", Facts("def new(): pass\n")));
    return changed;
  });
  EXPECT_THAT(PathsOf(index.FilesMentioning("new")), ElementsAre("a.py"));
  EXPECT_TRUE(index.FilesMentioning("old").empty());
  EXPECT_EQ(repository.reads, 0);
}

TEST(RepositoryIndex, IsIncompleteWhenAFileCannotBeRead) {
  FakeRepository repository{.files = {{"a.py", ""}}, .cache = {}};
  Source source = repository.source();
  source.read = [](const auto& wanted, const auto& receive) {
    receive(wanted[0], absl::NotFoundError("gone"));
    return absl::OkStatus();
  };
  RepositoryIndex index(source, {});
  EXPECT_FALSE(index.is_complete());
}

TEST(ParallelFor, ChargesTheBudgetOfItsCaller) {
  WorkBudget budget("the test", {.cpu_seconds = 0.05});
  std::atomic<int> begun = 0;
  const absl::Status status = RunWithin(budget, "the loop", [&] {
    ParallelFor(1'000, 4, [&](size_t) {
      ++begun;
      for (;;) Poll();
    });
  });
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_LE(begun, 8);
}

TEST(ParallelFor, HandsAnExceptionToItsCaller) {
  for (int threads : {1, 4}) {
    WorkBudget budget("the test", {});
    EXPECT_THAT(RunWithin(budget, "the loop",
                          [&] {
                            ParallelFor(100, threads, [](size_t i) {
                              if (i == 50) throw std::bad_alloc();
                            });
                          })
                    .message(),
                HasSubstr("no memory left"));
  }
}

TEST(ParallelFor, CallsEachIndexOnce) {
  std::vector<std::atomic<int>> calls(1000);
  ParallelFor(calls.size(), 8, [&](size_t i) { ++calls[i]; });
  for (const std::atomic<int>& count : calls) EXPECT_EQ(count, 1);
}

TEST(RepositoryIndex, ReadsNothingInFilesThatPythonCannotImport) {
  std::string binary("x = 1\n\0", 7), wide;
  for (int i = 0; i < 20'000; ++i) binary += std::string(" # \0\0\nx = 1\0", 12);
  for (char c : std::string("def f(a): return a.item()\n")) wide += {c, '\0'};
  FakeRepository repository{.files = {{"a.py", "y = 1\n"}, {"b.py", binary}, {"c.py", wide}},
                            .cache = {}};
  RepositoryIndex index(repository.source(), {});
  EXPECT_TRUE(index.is_complete());
  EXPECT_EQ(index.FindModule("a")->facts().names.size(), 1u);
  EXPECT_TRUE(index.FindModule("b")->facts().names.empty());
  EXPECT_TRUE(index.FindModule("c")->facts().names.empty());
}

}  // namespace
}  // namespace allreview::repository
