#include "services/report/documents/audit/audit.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "base/check.h"
#include "base/golden.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "services/report/documents/audit/cost_text.h"
#include "services/report/testing/sample.h"

namespace allreview::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kModel[] = R"pb(
  is_detailed: true
  scaling_examined: 9
  more_scaling: 2
  symbols {
    name: "StreamingCrf"
    kind: SYMBOL_KIND_CLASS
    status: STATUS_ADDED
    path: "trainer/streaming.py"
    doc: "Scores segments of up to K positions."
    added_lines: 80
    is_public: true
    signature_after: "class StreamingCrf(nn.Module)"
  }
  symbols {
    name: "StreamingCrf.forward"
    kind: SYMBOL_KIND_METHOD
    status: STATUS_ADDED
    path: "trainer/streaming.py"
    signature_after: "def forward(self, cum_scores, max_duration)"
  }
  functions {
    symbol: "trainer/streaming.py:StreamingCrf.forward"
    inputs { name: "T" }
    conditions {
      kind: KIND_RAISE
      test: "T < 1"
      outcome: "raise ValueError"
      is_new: true
      range { path: "trainer/streaming.py" first_line: 12 }
    }
    steps {
      kind: KIND_WITH
      status: STATUS_ADDED
      code: "with torch.no_grad():"
      range { path: "trainer/streaming.py" first_line: 15 }
    }
    steps {
      kind: KIND_ASSIGNMENT
      status: STATUS_ADDED
      code: "scores = scores.float()"
      range { path: "trainer/streaming.py" first_line: 14 }
    }
  }
  scaling {
    symbol: "trainer/streaming.py:build_edges"
    range { path: "trainer/streaming.py" first_line: 40 end_line: 52 }
    time {
      products {
        factors { dimension: "C" power: 2 }
        factors { dimension: "K" power: 1 }
        factors { dimension: "T" power: 1 }
        factors { dimension: "batch" power: 1 }
      }
    }
    memory {
      products {
        factors { dimension: "C" power: 2 }
        factors { dimension: "K" power: 1 }
        factors { dimension: "T" power: 1 }
        factors { dimension: "batch" power: 1 }
      }
    }
    time_before {
      products {
        factors { dimension: "K" power: 1 }
        factors { dimension: "T" power: 1 }
      }
    }
    memory_before { products { factors { dimension: "K" power: 1 } } }
    terms {
      kind: KIND_ALLOCATION
      code: "torch.zeros(batch, T, K, C, C)"
      is_new: true
      coefficient: 1
      range { path: "trainer/streaming.py" first_line: 43 }
      cost {
        factors { dimension: "C" power: 2 }
        factors { dimension: "K" power: 1 }
        factors { dimension: "T" power: 1 }
        factors { dimension: "batch" power: 1 }
      }
      memory {
        factors { dimension: "C" power: 2 }
        factors { dimension: "K" power: 1 }
        factors { dimension: "T" power: 1 }
        factors { dimension: "batch" power: 1 }
      }
    }
  }
  scaling {
    symbol: "trainer/streaming.py:StreamingCrf.forward"
    range { path: "trainer/streaming.py" first_line: 10 end_line: 38 }
    time {
      products {
        factors { dimension: "K" power: 1 }
        factors { dimension: "T" power: 1 }
      }
    }
    memory { products { factors { dimension: "K" power: 1 } } }
    terms {
      kind: KIND_ALLOCATION
      code: "torch.zeros(K)"
      coefficient: 1
      element_bytes: 2
      range { path: "trainer/streaming.py" first_line: 20 }
      cost {
        factors { dimension: "K" power: 1 }
        factors { dimension: "T" power: 1 }
      }
      memory { factors { dimension: "K" power: 1 } }
    }
  }
)pb";

Assembly AuditSample(const std::string& name) {
  Assembly assembly = AssembleSample(name);
  if (name != "rich") return assembly;
  analysis::v1::ChangeModel model;
  CHECK(google::protobuf::TextFormat::ParseFromString(kModel, &model));
  assembly.review.mutable_model()->MergeFrom(model);
  return assembly;
}

void Ask(const std::string& focus, Assembly& assembly) {
  report::v1::DocumentRequest* request = assembly.options.add_documents();
  request->set_document(report::v1::DOCUMENT_AUDIT);
  CHECK(google::protobuf::TextFormat::ParseFromString(focus, request->mutable_audit()));
}

TEST(Audit, RendersSamplesInBothLanguages) {
  for (const char* sample : {"empty", "clean", "nitpicks", "rich"}) {
    for (const auto& [language, name] :
         {std::pair(Language::kEnglish, "en"), std::pair(Language::kChinese, "zh")}) {
      EXPECT_TRUE(MatchesGolden(
          absl::StrCat("services/report/documents/audit/testdata/", sample, ".", name, ".md"),
          RenderAudit(AuditSample(sample), language)));
    }
  }
}

TEST(Audit, AnswersAQuestionInBothLanguages) {
  Assembly assembly = AuditSample("rich");
  Ask(R"(request: "check if <b>streaming.py</b> scales to T=400K and 8 GPUs, and benchmark it"
         checks: CHECK_SCALING checks: CHECK_NUMERICS paths: "streaming.py"
         sizes { dimension: "T" value: 400000 } sizes { dimension: "gpus" value: 8 }
         unanswered: "benchmark")",
      assembly);
  EXPECT_TRUE(MatchesGolden("services/report/documents/audit/testdata/question.en.md",
                            RenderAudit(assembly, Language::kEnglish)));
  EXPECT_TRUE(MatchesGolden("services/report/documents/audit/testdata/question.zh.md",
                            RenderAudit(assembly, Language::kChinese)));
}

TEST(Audit, HasItsSectionsInOrderOrNamesThemAsEmpty) {
  for (const char* sample : {"empty", "clean", "rich"}) {
    const std::string text = RenderAudit(AuditSample(sample), Language::kEnglish);
    const size_t empty = text.find("Nothing under: ");
    size_t at = 0;
    for (const std::string heading :
         {"Summary", "Critical Issues", "High Priority", "Medium Priority", "Low Priority",
          "Positive Observations", "Recommendations"}) {
      const size_t found = text.find(absl::StrCat("## ", heading, "\n"), at);
      if (found != std::string::npos) at = found;
      const std::string name = heading.substr(0, heading.find(' '));  // As the last line has it.
      EXPECT_TRUE(found != std::string::npos || text.find(name, empty) != std::string::npos)
          << sample << " lacks " << heading;
    }
  }
}

TEST(Audit, FoldsAndCountsWhatIsBeyondThirty) {
  Assembly assembly = AuditSample("clean");
  for (int i = 0; i < 500; ++i) {
    finding::v1::Finding& finding = *assembly.review.add_findings();
    finding.set_rule_id(absl::StrCat("rule-", i % 5));
    finding.set_title("Something is wrong");
    finding.set_problem(absl::StrCat("problem ", i));
    finding.set_impact(finding::v1::IMPACT_HIGH);
    finding.set_kind(finding::v1::KIND_DEFECT);
    finding.mutable_range()->set_path("a.py");
    finding.mutable_range()->set_first_line(i + 1);
  }
  const std::string text = RenderAudit(assembly, Language::kEnglish);
  EXPECT_THAT(text, HasSubstr("high 500"));
  EXPECT_THAT(text, HasSubstr("<summary>Folded: 470 findings</summary>"));
  EXPECT_THAT(text, HasSubstr("… and 370 more, counted only."));
}

TEST(Audit, SaysNothingWasCheckedWithoutAnalysis) {
  Assembly assembly = AuditSample("clean");
  change::v1::MissingPart& part = *assembly.review.add_missing();
  part.set_service("analysis");
  part.set_reason("connection refused");
  const std::string text = RenderAudit(assembly, Language::kEnglish);
  EXPECT_THAT(text, HasSubstr("**Not assessed**"));
  EXPECT_THAT(text, HasSubstr("Not known, because no file was reviewed: Critical Issues"));
  EXPECT_THAT(text, Not(HasSubstr("N/A")));
}

analysis::v1::ChangeModel Parsed(const std::string& text) {
  analysis::v1::ChangeModel model;
  CHECK(google::protobuf::TextFormat::ParseFromString(text, &model));
  return model;
}

// A change of one file of production code.
std::string AuditOf(const std::string& model) {
  Assembly assembly = AuditSample("clean");
  *assembly.review.mutable_model() = Parsed(model);
  review::v1::FileSummary& file = *assembly.review.add_files();
  file.mutable_entry()->set_new_path("train/step.py");
  file.set_file_class(change::v1::FILE_CLASS_SOURCE);
  return RenderAudit(assembly, Language::kEnglish);
}

constexpr char kReduces[] = R"pb(
  functions {
    symbol: "train/step.py:step"
    is_hot: true
    effects {
      kind: KIND_COMMUNICATES
      what: "tp all_reduce"
      is_new: true
      range { path: "train/step.py" first_line: 7 }
    }
  }
)pb";

TEST(Audit, TellsCostsByWhatTheyAreOf) {
  constexpr absl::string_view kCost = R"pb(
    statements {
      kind: KIND_COST
      subject: "train/step.py:step"
      predicate: "$0"
      text { verbatim: "`step` costs something" }
      places { path: "train/step.py" first_line: 7 end_line: 8 side: SIDE_RIGHT }
    }
  )pb";
  const auto told = [&](absl::string_view area) {
    return HasSubstr(absl::StrCat("- **", area, "**: "));
  };
  EXPECT_THAT(AuditOf(absl::Substitute(kCost, "communicates")), told("Communication"));
  EXPECT_THAT(AuditOf(absl::Substitute(kCost, "waits")), told("Synchronisation"));
  const std::string memory = AuditOf(absl::Substitute(kCost, "allocates"));
  EXPECT_THAT(memory, told("Cost"));
  EXPECT_THAT(memory, Not(told("Communication")));
}

TEST(Audit, NeverSaysThatRevertingIsEnough) {
  EXPECT_THAT(AuditOf(kReduces), Not(HasSubstr("Rolling back")));
  const std::string text = AuditOf(R"pb(
    symbols { name: "Args.rank" kind: SYMBOL_KIND_FIELD status: STATUS_ADDED path: "train/step.py" }
  )pb");
  EXPECT_THAT(text, HasSubstr("The old code does not know `rank`"));
  EXPECT_THAT(AuditOf(R"pb(
                symbols {
                  name: "Kind.PHI"
                  kind: SYMBOL_KIND_FIELD
                  status: STATUS_ADDED
                  path: "train/step.py"
                }
              )pb"),
              Not(HasSubstr("PHI")));
}

TEST(Audit, AsksForMissingTestsBeforeProduction) {
  Assembly assembly = AuditSample("clean");
  analysis::v1::TestCheck& check = *assembly.review.mutable_tests()->add_checks();
  check.set_check("unit-tests");
  check.set_state(analysis::v1::TestCheck::STATE_MISSING);
  check.set_summary("`f`");
  const std::string text = RenderAudit(assembly, Language::kEnglish);
  EXPECT_THAT(text, HasSubstr("1. Add a test that runs `f`.\n"));
  EXPECT_THAT(text, HasSubstr("**1 open point** before production, below."));
}

TEST(Costs, AreWrittenAsPeopleWriteShapes) {
  analysis::v1::Cost cost;
  CHECK(google::protobuf::TextFormat::ParseFromString(
      R"(products { factors { dimension: "C" power: 2 } factors { dimension: "T" power: 1 }
                    factors { dimension: "batch_size" power: 1 }
                    factors { dimension: "chunk" power: -1 } }
         products { factors { dimension: "log n" power: 1 } factors { dimension: "n" power: 1 } })",
      &cost));
  EXPECT_EQ(CostText(cost), "O(batch_size·T·C² / chunk + n·log n)");
  EXPECT_EQ(PowerIn(cost, "C"), 2);
  EXPECT_EQ(PowerIn(cost, "chunk"), 0);
  EXPECT_EQ(TenToThe(2), "×100");
  EXPECT_EQ(TenToThe(12), "×10¹²");
  EXPECT_EQ(BytesText(1536), "1.5 KiB");
  EXPECT_EQ(BytesText(6.4e12), "5.8 TiB");
  EXPECT_EQ(NumberText(1.6e11), "1.6·10¹¹");
}

TEST(Costs, TakeSizesByTheNamesThatPeopleUse) {
  report::v1::AuditFocus focus;
  CHECK(google::protobuf::TextFormat::ParseFromString(
      R"(sizes { dimension: "T" value: 1000 } sizes { dimension: "gpus" value: 8 }
         sizes { dimension: "K" value: 10 })",
      &focus));
  const Sizes sizes(focus);
  EXPECT_EQ(sizes.Find("self.seq_len")->value(), 1000);
  EXPECT_EQ(sizes.Find("world_size")->value(), 8);
  EXPECT_EQ(sizes.Find("C"), nullptr);
  EXPECT_THAT(sizes.Unused({"seq_length", "C"}), testing::ElementsAre("gpus", "K"));
  analysis::v1::Cost::Product product;
  CHECK(google::protobuf::TextFormat::ParseFromString(
      R"(factors { dimension: "C" power: 2 } factors { dimension: "T" power: 2 })", &product));
  const Sizes::Value value = sizes.Evaluate(product);
  EXPECT_EQ(value.number, 1e6);
  EXPECT_EQ(value.rest, "C²");
}

}  // namespace
}  // namespace allreview::report
