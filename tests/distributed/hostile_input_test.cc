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
  EXPECT_THAT(outcome.documents[1], HasSubstr("\"path\": \"good.py\"")) << "JSON";
  EXPECT_THAT(outcome.documents[1], HasSubstr("\"path\": \"" + files.begin()->first + "\""));
  EXPECT_THAT(outcome.documents[1], HasSubstr("mutable-default"));
  EXPECT_LT(took, kMaxTime);
  EXPECT_LT(peak, kMaxResidentBytes) << largest;
}

INSTANTIATE_TEST_SUITE_P(Each, HostileInput, testing::ValuesIn(Cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace allreview::distributed
