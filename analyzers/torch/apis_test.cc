#include "analyzers/torch/apis.h"

#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/torch/api_row.h"
#include "analyzers/torch/api_table.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::torch {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsNull;
using testing::NotNull;

std::vector<absl::string_view> Lines() {
  std::vector<absl::string_view> lines;
  for (absl::string_view line : absl::StrSplit(kApiTable, '\n', absl::SkipEmpty())) {
    if (line[0] != '#') lines.push_back(line);
  }
  return lines;
}

absl::string_view NameOf(absl::string_view line) { return line.substr(0, line.find('\t')); }

// "a, b" of the first overload; keyword-only ones with a star.
std::string ParametersOf(const Api& api) {
  std::string text;
  for (const Parameter& parameter : api.overloads.at(0).parameters) {
    absl::StrAppend(&text, text.empty() ? "" : ", ",
                    parameter.kind == Parameter::Kind::kKeywordOnly ? "*" : "", parameter.name);
  }
  return text;
}

TEST(ApiTable, IsSortedAndUnique) {
  absl::string_view before;
  for (absl::string_view line : Lines()) {
    ASSERT_LT(before, NameOf(line));
    before = NameOf(line);
  }
}

TEST(ApiTable, ParsesAndSaysWhereEachRowIsFrom) {
  for (absl::string_view line : Lines()) {
    if (!AliasTarget(line).empty()) continue;
    const auto api = ParseApiRow(line);
    ASSERT_OK(api) << line;
    EXPECT_FALSE(api->sources.empty()) << line;
    EXPECT_FALSE(api->last_release.empty()) << line;
    for (const Overload& overload : api->overloads) {
      absl::flat_hash_set<absl::string_view> names;
      for (const Parameter& parameter : overload.parameters) {
        EXPECT_FALSE(parameter.name.empty()) << line;
        EXPECT_EQ(parameter.name.find_first_of(" *@=/()"), absl::string_view::npos) << line;
        EXPECT_TRUE(names.insert(parameter.name).second) << line;
      }
    }
    for (absl::string_view parameter : {api->writes, api->reads, api->waits_unless}) {
      EXPECT_TRUE(parameter.empty() || api->FindParameter(parameter) != nullptr) << line;
    }
  }
}

TEST(ApiTable, NamesSomethingByEveryOtherName) {
  for (absl::string_view line : Lines()) {
    if (AliasTarget(line).empty()) continue;
    EXPECT_THAT(FindApi(NameOf(line)), NotNull()) << line;
  }
}

TEST(ApiTable, HasWhatAPersonRead) {
  std::ifstream file("analyzers/torch/testdata/checked.tsv");
  ASSERT_TRUE(file.is_open());
  absl::flat_hash_map<absl::string_view, std::string> rows;
  for (absl::string_view line : Lines()) {
    const std::vector<absl::string_view> fields = absl::StrSplit(line, '\t');
    if (fields.size() == 6) rows[fields[0]] = absl::StrCat(fields[4], "\t", fields[5]);
  }
  int checked = 0;
  for (std::string line; std::getline(file, line);) {
    if (absl::StartsWith(line, "#")) continue;
    const size_t tab = line.find('\t');
    EXPECT_EQ(rows[line.substr(0, tab)], line.substr(tab + 1)) << line;
    ++checked;
  }
  EXPECT_GE(checked, 200);
}

TEST(ApiTable, NamesItsSources) {
  for (absl::string_view library :
       {"torch", "triton", "einops", "transformer_engine", "flash_attn", "megatron"}) {
    EXPECT_THAT(std::string(kApiTable), HasSubstr(absl::StrCat("\n# read: ", library, " ")));
    EXPECT_THAT(std::string(kApiTable), HasSubstr(absl::StrCat("\n# source: ", library, ": ")));
  }
}

TEST(ApiRow, ReadsEveryPart) {
  const auto api = ParseApiRow(
      "a.B.f\tmethod\t1.0..?\tpython+known\tcomm=tensor gone=old@1.0 over=tp,dp waits=size "
      "writes=x\t(x, /, y@2.0=(1,2), *args, async_op=False, **more) -> tuple:values,indices "
      "dtype=int64 shape=reduce | () -> none");
  ASSERT_OK(api);
  ASSERT_EQ(api->overloads.size(), 2u);
  const Overload& overload = api->overloads[0];
  ASSERT_EQ(overload.parameters.size(), 5u);
  using Kind = Parameter::Kind;
  EXPECT_EQ(overload.parameters[0].kind, Kind::kPositionalOnly);
  EXPECT_FALSE(overload.parameters[0].has_default);
  EXPECT_EQ(overload.parameters[1].since, "2.0");
  EXPECT_EQ(overload.parameters[1].default_text, "(1,2)");
  EXPECT_EQ(overload.parameters[2].kind, Kind::kStar);
  EXPECT_EQ(overload.parameters[3].kind, Kind::kKeywordOnly);
  EXPECT_EQ(overload.parameters[4].kind, Kind::kDoubleStar);
  EXPECT_EQ(overload.result, Result::kTuple);
  EXPECT_EQ(overload.tuple_size, 2);
  EXPECT_EQ(overload.dtype, DtypeRule::kNamed);
  EXPECT_EQ(overload.shape, ShapeRule::kReduced);
  EXPECT_EQ(api->removed.at(0).since, "1.0");
  EXPECT_THAT(api->over, ElementsAre("tp", "dp"));
  EXPECT_EQ(api->async_op, "async_op");
  EXPECT_EQ(api->waits, Waits::kSize);
}

TEST(ApiRow, RefusesWhatItDoesNotKnow) {
  for (absl::string_view line :
       {"a\tfunction", "a\tthing\t..1\tpython\t\t", "a\tfunction\t..1\tpython\tfoo\t",
        "a\tfunction\t..1\tpython\t\tx -> none", "a\tfunction\t..1\tpython\t\t() -> cat",
        "a\tfunction\t..1\tpython\t\t() -> none color=red"}) {
    EXPECT_FALSE(ParseApiRow(line).ok()) << line;
  }
}

TEST(FindApi, FollowsOtherNames) {
  const Api* all_reduce = FindApi("torch.distributed.all_reduce");
  ASSERT_THAT(all_reduce, NotNull());
  EXPECT_EQ(FindApi("torch.distributed.distributed_c10d.all_reduce"), all_reduce);
  EXPECT_EQ(FindApi("torch.nn.modules.linear.Linear"), FindApi("torch.nn.Linear"));
  EXPECT_THAT(FindApi("torch.distributed.all_reduce_nothing"), IsNull());
  EXPECT_THAT(FindApi(""), IsNull());
  EXPECT_THAT(FindApi("torch."), IsNull());
}

TEST(FindApi, FollowsInheritance) {
  const Api* state_dict = FindApi("torch.nn.Module.state_dict");
  ASSERT_THAT(state_dict, NotNull());
  for (absl::string_view name :
       {"torch.nn.modules.module.Module.state_dict", "torch.nn.Linear.state_dict",
        "torch.nn.modules.linear.Linear.state_dict"}) {
    EXPECT_EQ(FindApi(name), state_dict) << name;
  }
  EXPECT_EQ(FindApi("torch.nn.Parameter.view"), FindApi("torch.Tensor.view"));
  EXPECT_NE(FindApi("torch.nn.Linear.forward"), FindApi("torch.nn.Conv2d.forward"));
}

TEST(FindApi, GivesTheSameRowToAllThreads) {
  std::vector<const Api*> found(8);
  {
    std::vector<std::jthread> threads;
    for (const Api*& each : found) {
      threads.emplace_back([&each] { each = FindApi("torch.nn.functional.linear"); });
    }
  }
  EXPECT_THAT(found, testing::Each(FindApi("torch.nn.functional.linear")));
}

TEST(FindApi, KnowsWhatCollectivesDo) {
  const Api* gather = FindApi("torch.distributed.all_gather_into_tensor");
  ASSERT_THAT(gather, NotNull());
  EXPECT_EQ(ParametersOf(*gather), "output_tensor, input_tensor, group, async_op");
  EXPECT_EQ(gather->communication, Communication::kTensor);
  EXPECT_EQ(gather->writes, "output_tensor");
  EXPECT_EQ(gather->reads, "input_tensor");
  EXPECT_EQ(gather->group, "group");
  EXPECT_EQ(gather->async_op, "async_op");
  EXPECT_EQ(FindApi("torch.distributed._all_gather_base")->operation, "all_gather_into_tensor");
  EXPECT_EQ(FindApi("torch.distributed.P2POp")->communication, Communication::kPointToPoint);
}

TEST(ApisCalled, FindsByTheLastName) {
  const std::vector<const Api*> found = ApisCalled("gather_from_sequence_parallel_region");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]->name, "megatron.core.tensor_parallel.gather_from_sequence_parallel_region");
  EXPECT_EQ(found[0]->operation, "all_gather_into_tensor");
  EXPECT_THAT(found[0]->over, ElementsAre("tp"));
  EXPECT_GE(ApisCalled("all_reduce").size(), 3u);
  EXPECT_THAT(ApisCalled("no_such_name"), IsEmpty());
}

TEST(WaitingApis, HaveTheReason) {
  ASSERT_GE(WaitingApis().size(), 20u);
  for (const Api* api : WaitingApis()) EXPECT_NE(api->waits, Waits::kUnknown) << api->name;
  EXPECT_EQ(FindApi("torch.Tensor.item")->waits, Waits::kCopy);
  EXPECT_EQ(FindApi("torch.repeat_interleave")->waits_unless, "output_size");
}

TEST(CommunicationApis, AreSorted) {
  ASSERT_GE(CommunicationApis().size(), 80u);
  for (size_t i = 1; i < CommunicationApis().size(); ++i) {
    EXPECT_LT(CommunicationApis()[i - 1]->name, CommunicationApis()[i]->name);
  }
}

}  // namespace
}  // namespace allreview::torch
