// Files that mean harm, through the real services: each review ends, within bounds of time and
// memory, with every file in the ledger, and the finding in the good file beside it is there.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/distributed/cluster.h"

namespace allreview::distributed {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Files = std::map<std::string, std::string>;

constexpr absl::Duration kMaxTime = absl::Seconds(40);  // The test's own limit is 50.
constexpr int64_t kMaxResidentBytes = 1'500'000'000;

constexpr char kGood[] =
    "def collect(step, seen=[]):\n"
    "    seen.append(step)\n"
    "    return seen\n";

std::string Times(int count, const std::function<std::string(int)>& piece) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece(i);
  return text;
}

std::string Times(int count, const std::string& piece) {
  return Times(count, [&](int) { return piece; });
}

struct Hostile {
  std::string name;
  std::function<Files()> make;
};

Files One(std::string content) { return {{"hostile.py", std::move(content)}}; }

std::string DeepBlocks(int depth) {
  return Times(depth, [](int i) { return std::string(i, ' ') + "if x:\n"; }) +
         std::string(depth, ' ') + "pass\n";
}

const std::vector<Hostile>& Cases() {
  static const auto& cases = *new std::vector<Hostile>{
      {"DeepParentheses",
       [] { return One("x = " + std::string(200'000, '(') + std::string(200'000, ')') + "\n"); }},
      {"UnclosedBrackets", [] { return One("x = " + std::string(100'000, '[') + "\n"); }},
      {"DeepBlocks", [] { return One(DeepBlocks(900)); }},
      {"LongLine", [] { return One("x = [" + Times(300'000, "1, ") + "]\n"); }},
      {"GiantToken", [] { return One("x = " + std::string(3'000'000, 'a') + "\n"); }},
      {"GiantString", [] { return One("x = \"" + std::string(3'000'000, 'a') + "\"\n"); }},
      {"FileOverTheLimit", [] { return One(Times(1'000'000, "x = 1\n")); }},
      {"ManyFiles",
       [] {
         Files files;
         for (int i = 0; i < 2'000; ++i) files[absl::StrCat("many/f", i, ".py")] = kGood;
         return files;
       }},
      {"ManyBranches",
       [] {
         return One("if x:\n    a = 1\n" + Times(20'000, [](int i) {
                      return absl::StrCat("elif x == ", i, ":\n    a = ", i, "\n");
                    }));
       }},
      {"LongChain", [] { return One("x = a" + Times(50'000, ".b()") + "\n"); }},
      {"LongSum", [] { return One("x = a" + Times(50'000, " + a") + "\n"); }},
      {"ManyDefinitions",
       [] {
         return One(Times(10'000, [](int i) {
           return absl::StrCat("def f", i, "(x):\n    return f", i + 1, "(x)\n");
         }));
       }},
      {"ManyDecorators", [] { return One(Times(20'000, "@a\n") + "def f(): pass\n"); }},
      {"NestedTries",
       [] {
         return One("def f():\n" +
                    Times(200, [](int i) { return std::string(i + 1, ' ') + "try:\n"; }) +
                    std::string(201, ' ') + "g()\n" +
                    Times(200, [](int i) { return std::string(200 - i, ' ') + "finally: h()\n"; }));
       }},
      {"OneName", [] { return One(Times(60'000, "x = x\n")); }},
      {"Suppressions", [] { return One(Times(30'000, "x = 1  # allreview: ignore[a] b\n")); }},
      {"TypeParameters",
       [] {
         return One("def f[" + Times(5'000, [](int i) { return absl::StrCat("T", i, ": int, "); }) +
                    "U](x):\n    return x\n");
       }},
      {"ChainedSubscripts", [] { return One("x = a" + Times(30'000, "[1:2, ..., None]") + "\n"); }},
      {"MatchPatterns",
       [] {
         return One("def f(x):\n    match x:\n" + Times(300, [](int i) {
                      return absl::StrCat("        case ", Times(100, "A(k=["), i, Times(100, "])"),
                                          ":\n            return x\n");
                    }));
       }},
      {"NameBoundEverywhere",
       [] { return One(Times(4'000, "x = g(x)\nx: int = x\nfor x in x:\n    del x\n")); }},
      {"AliasChain",
       [] {
         Files files;
         for (int i = 0; i < 600; ++i) {
           files[absl::StrCat("chain/m", i, ".py")] =
               absl::StrCat("from .m", i + 1, " import f", i + 1, " as f", i, "\n");
         }
         return files;
       }},
      {"AttributesOfSelf",
       [] {
         const auto at = [](int i) {
           return absl::StrCat("        self.w", i, " = Linear(4, 4)\n");
         };
         const auto use = [](int i) { return absl::StrCat("        x = self.w", i, "(x)\n"); };
         return One("class M(Module):\n    def __init__(self):\n" + Times(3'000, at) +
                    "    def forward(self, x):\n" + Times(3'000, use) + "        return x\n");
       }},
      {"Doctests",
       [] {
         return One("def f(a):\n    \"\"\"Adds.\n\n" +
                    Times(20'000, "    >>> f([])  # doctest: +SKIP\n    1.0\n") +
                    "    \"\"\"\n    return a\n");
       }},
      {"EinsumPatterns",
       [] {
         return One("import torch\ndef f(x):\n    return torch.einsum('" + Times(20'000, "ij,") +
                    "ij->ij', x)\n");
       }},
      {"GroupsOfRanks",
       [] {
         return One("import torch.distributed as dist\ndef f(x, rank):\n" + Times(2'000, [](int i) {
                      return absl::StrCat("    if rank == ", i, ":\n        dist.send(x, ", i + 1,
                                          ")\n    dist.broadcast(x, ", i, ")\n");
                    }));
       }},
      {"ManyModules",
       [] {
         return One("from torch import nn\n" + Times(500, [](int i) {
                      return absl::StrCat("class M", i, "(nn.Module):\n    def __init__(self):\n",
                                          "        self.a = M", i / 2, "()\n");
                    }));
       }},
      {"OnlyComments", [] { return One(Times(50'000, "# allreview: ignore[bare-except]\n")); }},
      {"SuppressionsOfManyRules",
       [] {
         const std::string rules =
             Times(20, [](int i) { return absl::StrCat(i > 0 ? ",r" : "r", i); });
         return One(Times(5'000, "x = 1  # allreview: ignore[" + rules + "] b\n"));
       }},
      {"LongBlock",
       [] {
         return One("def f(x):\n" +
                    Times(50'000, [](int i) { return absl::StrCat("    yield x[", i, "]\n"); }));
       }},
      {"LongPattern",
       [] {
         return One("*r, " + Times(20'000, [](int i) { return absl::StrCat("b", i, ", "); }) +
                    "= z\n");
       }},
      {"ManyHandlers",
       [] {
         return One("def f(x):\n    try:\n        x.item()\n" + Times(10'000, [](int i) {
                      return absl::StrCat("    except (E", i, ", F) as e:\n        pass\n");
                    }));
       }},
      {"WideListOfTensors",
       [] {
         return One("import torch\ndef f(x):\n    return torch.cat([" +
                    Times(10'000, [](int i) { return absl::StrCat("torch.exp(x * ", i, "), "); }) +
                    "])\n");
       }},
      {"EachCallsAllOthers",
       [] {
         const std::string calls =
             Times(150, [](int i) { return absl::StrCat("    f", i, "(x)\n"); });
         return One(Times(150, [&](int i) {
           return absl::StrCat("def f", i, "(x):\n", calls, "    return x.item()\n");
         }));
       }},
      {"CycleOfClasses",
       [] {
         return One(Times(10'000, [](int i) {
           return absl::StrCat("class C", i, "(C", (i + 1) % 10'000,
                               "):\n    def m(self):\n        return super().m()\n");
         }));
       }},
      {"OneExpressionInTheOther",
       [] {
         return One("import torch\ndef f(x):\n" +
                    Times(6'000, "    x = torch.exp(x - x.max()).sum() / torch.sqrt(x + 1)\n") +
                    "    return x\n");
       }},
      {"ManifestOfAllFiles",
       [] {
         Files files;
         files["pyproject.toml"] =
             "[project]\ndependencies = []\n[tool.x]\n" +
             Times(40'000, [](int i) { return absl::StrCat("k", i, " = [\"a\"]\n"); });
         for (int i = 0; i < 100; ++i) files[absl::StrCat("lib/f", i, ".py")] = "import yaml\n";
         return files;
       }},
      {"NoPython", [] { return One(std::string(1'000'000, '\x01')); }},
  };
  return cases;
}

int64_t PeakOf(Cluster& cluster, std::string& which) {
  int64_t peak = 0;
  for (const std::string& name : SpokeNames()) {
    const int64_t bytes = cluster.service(name).PeakResidentBytes();
    if (bytes <= peak) continue;
    peak = bytes;
    which = name;
  }
  return peak;
}

class HostileInput : public testing::TestWithParam<Hostile> {};

TEST_P(HostileInput, IsReviewedWithinBounds) {
  Cluster cluster;
  ASSERT_OK(cluster.Start());
  Files files = GetParam().make();
  files["good.py"] = kGood;
  const absl::Time start = absl::Now();
  const ReviewOutcome outcome = cluster.ReviewFiles(files);
  const absl::Duration took = absl::Now() - start;
  std::string largest;
  const int64_t peak = PeakOf(cluster, largest);
  std::printf("%-18s %6.2f s %5lld MB (%s)\n", GetParam().name.c_str(), absl::ToDoubleSeconds(took),
              static_cast<long long>(peak >> 20), largest.c_str());
  ASSERT_OK(outcome.status);
  EXPECT_THAT(outcome.Missing(), IsEmpty());
  EXPECT_THAT(outcome.documents[2], HasSubstr("\"path\": \"good.py\"")) << "JSON";
  EXPECT_THAT(outcome.documents[2], HasSubstr("\"path\": \"" + files.begin()->first + "\""));
  EXPECT_THAT(outcome.documents[2], HasSubstr("mutable-default"));
  EXPECT_LT(took, kMaxTime);
  EXPECT_LT(peak, kMaxResidentBytes) << largest;
}

INSTANTIATE_TEST_SUITE_P(Each, HostileInput, testing::ValuesIn(Cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace allreview::distributed
