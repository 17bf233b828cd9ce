#include "proto/print/print_message.h"

#include <string>

#include "absl/strings/match.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "proto/review/v1/review.pb.h"

namespace allreview {
namespace {

template <typename Message>
Message Parse(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message));
  return message;
}

TEST(PrintMessage, ShowsAFindingWithParametersAndEvidence) {
  const auto review = Parse<review::v1::Review>(R"text(
    findings {
      rule_id: "softmax-before-cross-entropy"
      severity: SEVERITY_P0
      range { path: "pkg/loss.py" first_line: 8 end_line: 9 first_column: 6 end_column: 16 }
      problem: "`ce` gets\n`logits.softmax(-1)`"
      params { key: "logits" value: "x" }
      params { key: "call" value: "ce" }
      param_texts { key: "call" value { verbatim: "ce" } }
      evidence {
        syntax {
          node_kind: "call"
          range { path: "pkg/loss.py" side: SIDE_LEFT first_line: 3 end_line: 6 }
          text: "ce(logits)"
        }
      }
      edits { path: "pkg/loss.py" end_byte: 4 replacement: "a\377" }
    }
    folded { rule_id: "long-line" shown: SHOWN_WITHHELD count: 3 }
  )text");
  EXPECT_EQ(PrintMessage(review), R"text(findings
  rule_id "softmax-before-cross-entropy"
  severity P0
  range "pkg/loss.py" 8:7-8:17
  problem "`ce` gets\n`logits.softmax(-1)`"
  edits path "pkg/loss.py", end_byte 4, replacement "a\xff"
  evidence
    syntax node_kind "call", range old "pkg/loss.py" 3-5, text "ce(logits)"
  params.call "ce"
  params.logits "x"
  param_texts.call verbatim "ce"
folded rule_id "long-line", shown WITHHELD, count 3
)text");
}

TEST(PrintMessage, ShowsTheModelOfAChange) {
  const auto model = Parse<analysis::v1::ChangeModel>(R"text(
    symbols {
      name: "Loss.forward"
      kind: SYMBOL_KIND_METHOD
      status: STATUS_MODIFIED
      path: "pkg/loss.py"
      after { path: "pkg/loss.py" first_line: 7 end_line: 12 }
      deltas { kind: KIND_DEFAULT before: "dim=0" after: "dim=-1" }
      is_public: true
    }
    edges { kind: KIND_CALLS from: "a.py:f" to: "b.py:g" is_new: true }
  )text");
  EXPECT_EQ(PrintMessage(model), R"text(symbols
  name "Loss.forward"
  kind METHOD
  status MODIFIED
  path "pkg/loss.py"
  after "pkg/loss.py" 7-11
  deltas kind DEFAULT, before "dim=0", after "dim=-1"
  is_public true
edges kind CALLS, from "a.py:f", to "b.py:g", is_new true
)text");
}

TEST(PrintMessage, ShowsAPlaybook) {
  const auto playbook = Parse<analysis::v1::Playbook>(R"text(
    sections {
      id: "environment"
      statements {
        id: "python-version"
        values { key: "version" value: ">=3.10" }
        provenance { path: "pyproject.toml" line: 4 }
      }
    }
    sections { id: "agents" reason_empty: "no file speaks of them" }
  )text");
  EXPECT_EQ(PrintMessage(playbook), R"text(sections
  id "environment"
  statements
    id "python-version"
    values.version ">=3.10"
    provenance path "pyproject.toml", line 4
sections id "agents", reason_empty "no file speaks of them"
)text");
}

TEST(PrintMessage, ShowsMeasurements) {
  const auto report = Parse<numerics::v1::NumericsReport>(R"text(
    expressions {
      range { path: "pkg/loss.py" first_line: 5 first_column: 11 end_column: 31 }
      text: "x.exp().mean()"
      measurements {
        format: "fp16" verdict: "overflow" witness_inputs: "x=11.1" relative_error: 0.5
      }
    }
    refusals { text: "f(x)" reason: "unknown-call" }
    seed: 7
  )text");
  EXPECT_EQ(PrintMessage(report), R"text(expressions
  range "pkg/loss.py" 5:12-5:32
  text "x.exp().mean()"
  measurements format "fp16", verdict "overflow", witness_inputs "x=11.1", relative_error 0.5
refusals text "f(x)", reason "unknown-call"
seed 7
)text");
}

TEST(PrintFields, ShowsTheseOnly) {
  const auto review = Parse<review::v1::Review>(R"text(
    findings { rule_id: "long-line" }
    ledger { path: "a.cu" hunk: -1 state: STATE_UNSUPPORTED reason: "no rules for CUDA" }
    conclusion: CONCLUSION_INCOMPLETE
    gate { fail_on: SEVERITY_P1 is_incomplete: true }
  )text");
  EXPECT_EQ(PrintFields(review, {"conclusion", "gate", "ledger"}),
            R"text(ledger path "a.cu", hunk -1, state UNSUPPORTED, reason "no rules for CUDA"
conclusion INCOMPLETE
gate fail_on P1, is_incomplete true
)text");
}

TEST(PrintMessage, IsBounded) {
  review::v1::Review review;
  for (int i = 0; i < 100'001; ++i) review.add_folded()->set_count(1);
  EXPECT_TRUE(absl::EndsWith(PrintMessage(review), "... 1 more line\n"));
}

}  // namespace
}  // namespace allreview
