#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_INQUIRY_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_INQUIRY_H_

// What those who look for questions share: which code is new, pairs of functions, and where they
// ask.

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/moves/moves.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/finding.h"
#include "analyzers/values/values_of_change.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "sentences/sentence.h"

namespace allreview::analysis {

using change::AnalysedFile;
using python::Definition;
using python::Field;
using python::Node;
using NodeKind = python::Kind;

// A function on both sides.
struct FunctionPair {
  const AnalysedFile* file = nullptr;  // That holds `after`.
  const python::Module* module_before = nullptr;
  const Definition* before = nullptr;
  const Definition* after = nullptr;
};

// A function that the change touched, or added.
struct TouchedFunction {
  const AnalysedFile* file = nullptr;
  const Definition* function = nullptr;
};

// What is asked at a place. Two of one kind about one thing of a function are one.
struct Query {
  absl::string_view kind;  // "sibling-argument-omitted".
  std::string about = {};  // A key, a name, an expression.
  int weight = 0;
  Words text = {};
  std::vector<rules::Range> also = {};  // Further places that the text speaks of.
};

class Inquiry {
 public:
  // `values` may be null: nothing is known of them then. All borrowed.
  Inquiry(const change::AnalysedChange& change, const v1::ChangeModel& model,
          values::ValuesOfChange* values, std::function<bool()> should_stop);

  const change::AnalysedChange& change() const { return change_; }
  const v1::ChangeModel& model() const { return model_; }
  values::ValuesOfChange* values() const { return values_; }
  bool should_stop() const { return should_stop_ && should_stop_(); }

  // Files of the product that exist after the change, and tests.
  const std::vector<const AnalysedFile*>& product() const { return product_; }
  const std::vector<const AnalysedFile*>& tests() const { return tests_; }
  // Functions of the product that stood before the change, too, and that it touched.
  const std::vector<FunctionPair>& pairs() const { return pairs_; }
  // The same of tests.
  const std::vector<FunctionPair>& test_pairs() const { return test_pairs_; }
  // Functions of the product that it touched or added.
  const std::vector<TouchedFunction>& touched() const { return touched_; }

  // The change adds the code; it did not only move.
  bool IsNew(const AnalysedFile& file, Node node) const;
  // Some literal string of the product says just that, after or before the change.
  bool IsTextAfter(absl::string_view text) const { return texts_after_.contains(text); }
  bool IsTextBefore(absl::string_view text) const { return texts_before_.contains(text); }

  void Ask(const AnalysedFile& file, Node at, Query query);
  // Of code that is gone.
  void AskBefore(const python::Module& module, Node at, Query query);
  // Of a file that is not Python: what is asked lacks its kind and text.
  void AskOfFile(v1::ChangeStatement question, const Words& text);

  std::vector<v1::ChangeStatement> Take() && { return std::move(asked_); }

 private:
  void CollectPairs(const AnalysedFile& file, std::vector<FunctionPair>& pairs) const;
  void CollectTouched(const AnalysedFile& file);
  void AskAt(const python::Module& module, Node at, rules::Side side, Query query);

  const change::AnalysedChange& change_;
  const v1::ChangeModel& model_;
  values::ValuesOfChange* const values_;
  const std::function<bool()> should_stop_;
  std::vector<const AnalysedFile*> product_, tests_;
  std::vector<FunctionPair> pairs_, test_pairs_;
  std::vector<TouchedFunction> touched_;
  std::set<std::string, std::less<>> texts_before_, texts_after_;
  std::set<std::string> told_;
  std::vector<v1::ChangeStatement> asked_;
};

// "line 12" of the same file; "`pkg/a.py:12`" elsewhere.
Words PlaceOf(const python::Module& from, const python::Module& module, Node node);
// One line, short.
std::string CodeOf(Node node);

// The name at the end of what a call calls: "all_reduce" of `dist.all_reduce(x)`.
absl::string_view CalleeName(Node call);
// An identifier of that name in the node.
bool Mentions(Node node, absl::string_view name);
// The node stands in the definition's own code, not in a function inside of it.
bool IsOwnCode(const python::Module& module, const Definition& definition, Node node);
// The condition of each `if` and `while` around the node, up to its function.
bool IsUnderCondition(Node node);
// `__init__`, `__post_init__`, validate…: code that runs once, before the work.
bool IsSetupName(absl::string_view function);
bool IsNumber(Node node);
// The condition of a guard: an assert, or an `if` that does nothing but raise. Null: it is none.
Node GuardOf(Node statement);
// The attribute of `self.x`; empty for others.
absl::string_view SelfAttribute(Node node);
// `name`, `self.name`, `x.y.name`: no call and no subscript in it.
bool IsPlainName(Node node);
// The name among the words.
template <size_t N>
bool IsAmong(absl::string_view name, const absl::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), name) != std::end(words);
}

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_INQUIRY_H_
