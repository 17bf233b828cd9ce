#include "services/report/glossary/glossary.h"

#include <map>
#include <set>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace allreview::report::glossary {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<absl::string_view> IdsIn(absl::string_view name) {
  std::vector<absl::string_view> ids;
  for (const Entry* entry : EntriesIn(name)) ids.push_back(entry->id);
  return ids;
}

analysis::v1::ChangeModel Model(const std::string& text) {
  analysis::v1::ChangeModel model;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &model));
  return model;
}

TEST(Glossary, HasUniqueIdsAndTerms) {
  std::set<absl::string_view> ids;
  std::map<std::string, absl::string_view> terms;
  for (const Entry* entry : AllEntries()) {
    EXPECT_TRUE(ids.insert(entry->id).second) << entry->id << " twice";
    EXPECT_FALSE(entry->terms.empty()) << entry->id;
    for (absl::string_view term : absl::StrSplit(entry->terms, ' ')) {
      std::string letters;
      for (char c : term) {
        if (absl::ascii_isalnum(c)) letters += absl::ascii_tolower(c);
      }
      EXPECT_GE(letters.size(), 3) << entry->id;
      const auto [at, is_new] = terms.emplace(letters, entry->id);
      EXPECT_TRUE(is_new) << term << " of " << entry->id << " is a term of " << at->second;
    }
  }
  EXPECT_GE(ids.size(), 60);
}

TEST(Glossary, ExplainsEachConceptInTwoToFourSentencesWithASource) {
  for (const Entry* entry : AllEntries()) {
    const absl::string_view english = entry->meaning.In(Language::kEnglish);
    const absl::string_view chinese = entry->meaning.In(Language::kChinese);
    EXPECT_TRUE(absl::EndsWith(english, ".")) << entry->id;
    EXPECT_TRUE(absl::EndsWith(chinese, "。")) << entry->id;
    EXPECT_GE(english.size(), 90) << entry->id;
    EXPECT_LE(english.size(), 420) << entry->id;
    EXPECT_TRUE(absl::EndsWith(entry->pitfall.In(Language::kEnglish), ".")) << entry->id;
    EXPECT_TRUE(absl::EndsWith(entry->pitfall.In(Language::kChinese), "。")) << entry->id;
    EXPECT_FALSE(entry->source.title.empty()) << entry->id;
    const bool is_page = absl::StrContains(entry->source.title, "documentation");
    EXPECT_EQ(entry->source.year == 0, is_page) << entry->id;
    if (!entry->source.arxiv.empty()) {
      EXPECT_EQ(entry->source.arxiv.size(), entry->source.year < 2015 ? 9 : 10) << entry->id;
    }
  }
}

TEST(Glossary, DoesNotMatchEverydayCode) {
  for (absl::string_view name : {"string",
                                 "torch.tensor",
                                 "x.permute",
                                 "self.group",
                                 "rank",
                                 "world_size",
                                 "config.hidden",
                                 "args.checkpoint",
                                 "os.path.join",
                                 "loss.backward",
                                 "loss",
                                 "x.view",
                                 "optimizer.step",
                                 "model.eval",
                                 "scale",
                                 "torch.sum",
                                 "softmax",
                                 "logger.info",
                                 "compile",
                                 "re.compile",
                                 "bucket",
                                 "bring_up",
                                 "small_reduce",
                                 "expertise",
                                 "tropes",
                                 "titration",
                                 "stage",
                                 "zero",
                                 "torch.zeros",
                                 "zero_grad",
                                 "cpu",
                                 "x.float",
                                 "x.item",
                                 "dist.get_rank",
                                 "thread.wait",
                                 "load",
                                 "json.load",
                                 "yaml.dump",
                                 "state",
                                 "buffer",
                                 "queue.Queue",
                                 "router_table.get",
                                 "cache",
                                 "functools.lru_cache",
                                 "hook",
                                 "step",
                                 "block_size",
                                 "num_layers",
                                 "hidden_states",
                                 "batch_size",
                                 "seq_length",
                                 "labels",
                                 "attention_dropout",
                                 "F.dropout",
                                 "init_method",
                                 "parallel",
                                 "size",
                                 "dtype",
                                 "torch.nn.Module",
                                 "forward"}) {
    EXPECT_THAT(IdsIn(name), IsEmpty()) << name;
  }
}

TEST(Glossary, FindsTermsHoweverTheirWordsAreJoined) {
  for (absl::string_view name : {"dist.all_reduce", "torch.distributed.all_reduce", "allreduce",
                                 "AllReduceHook", "_tp_all_reduces", "ALL_REDUCE"}) {
    EXPECT_THAT(IdsIn(name), ElementsAre("all-reduce")) << name;
  }
  EXPECT_THAT(IdsIn("torch.autograd.Function"), ElementsAre("autograd-function"));
  EXPECT_THAT(IdsIn("FP8GlobalState"), ElementsAre("fp8"));
  EXPECT_THAT(IdsIn("forward_backward_1f1b"), ElementsAre("one-forward-one-backward"));
  EXPECT_THAT(IdsIn("num_moe_experts"), ElementsAre("mixture-of-experts"));
}

TEST(Glossary, TakesNoLetterForThePartOfAWord) {
  EXPECT_THAT(IdsIn("d_tensor"), IsEmpty());
  EXPECT_THAT(IdsIn("DTensor"), ElementsAre("device-mesh"));
  EXPECT_THAT(IdsIn("q_lora_rank"), ElementsAre("latent-attention"));
}

TEST(Glossary, PrefersTheLongerOfTwoTerms) {
  EXPECT_THAT(IdsIn("model.sharded_state_dict"), ElementsAre("distributed-checkpoint"));
  EXPECT_THAT(IdsIn("tensor_model_parallel_all_reduce"),
              ElementsAre("tensor-parallelism", "all-reduce"));
}

TEST(Glossary, TiesAConceptToTheChangedStatementThatUsesIt) {
  const analysis::v1::ChangeModel model = Model(R"pb(
    symbols {
      name: "step"
      path: "a.py"
      status: STATUS_MODIFIED
      after { path: "a.py" first_line: 1 }
    }
    symbols { name: "test_moe" path: "t.py" status: STATUS_ADDED is_test: true }
    functions {
      symbol: "a.py:step"
      steps {
        kind: KIND_CALL
        status: STATUS_KEPT
        code: "broadcast_data(x)"
        range { path: "a.py" first_line: 2 }
      }
      steps {
        kind: KIND_CALL
        status: STATUS_ADDED
        code: "dist.all_reduce(x, group=tp_group)"
        range { path: "a.py" first_line: 3 }
        parallelism: "tp all_reduce"
        calls { callee: "torch.distributed.all_reduce" is_new: true }
      }
    }
    functions {
      symbol: "t.py:test_moe"
      steps { status: STATUS_ADDED code: "router_topk(x)" }
    }
  )pb");
  const std::vector<UsedConcept> used = UsedConcepts(model, 6);
  ASSERT_EQ(used.size(), 1);
  EXPECT_EQ(used[0].entry->id, "all-reduce");
  EXPECT_EQ(used[0].range.first_line(), 3);
  EXPECT_EQ(used[0].symbol, "a.py:step");
}

TEST(Glossary, IsSilentAboutWhatOnlyStoodThereBefore) {
  const analysis::v1::ChangeModel model = Model(R"pb(
    symbols { name: "step" path: "a.py" status: STATUS_MODIFIED }
    functions {
      symbol: "a.py:step"
      steps { status: STATUS_KEPT code: "dist.all_reduce(x)" }
      steps { status: STATUS_ADDED code: "y = 'all_gather'  # reduce_scatter" }
    }
  )pb");
  EXPECT_THAT(UsedConcepts(model, 6), IsEmpty());
}

// A story of one new call in a file.
std::vector<UsedConcept> UsedBy(const std::string& path, const std::string& code,
                                const std::string& callee) {
  return UsedConcepts(
      Model(absl::StrCat("symbols { name: 'f' path: '", path, "' status: STATUS_ADDED } ",
                         "functions { symbol: '", path, ":f' steps { status: STATUS_ADDED code: \"",
                         code, "\" calls { callee: '", callee, "' is_new: true } } }")),
      6);
}

TEST(Glossary, IsSilentAboutWhatAFolderIsNamedAfter) {
  EXPECT_THAT(UsedBy("core/grouped_gemm/a.py", "grouped_gemm(x)", "grouped_gemm"), IsEmpty());
  EXPECT_EQ(UsedBy("core/mlp.py", "grouped_gemm(x)", "grouped_gemm").size(), 1u);
}

TEST(Glossary, IsSilentAboutQuestionsAndFlags) {
  EXPECT_THAT(UsedBy("core/a.py", "is_grouped_gemm(x)", "is_grouped_gemm"), IsEmpty());
  EXPECT_THAT(
      UsedBy("core/a.py", "parser.add_argument('--grouped-gemm', grouped_gemm())", "grouped_gemm"),
      IsEmpty());
}

TEST(Glossary, TellsTheZLossOfARouterFromThatOfAHead) {
  EXPECT_THAT(UsedBy("core/loss.py", "z_loss(x)", "z_loss"), IsEmpty());
  EXPECT_EQ(UsedBy("core/expert_losses.py", "z_loss(x)", "z_loss").size(), 1u);
}

}  // namespace
}  // namespace allreview::report::glossary
