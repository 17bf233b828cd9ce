#ifndef ANALYZERS_RULES_RULE_H_
#define ANALYZERS_RULES_RULE_H_

// What a rule is, and what it works with. A rule is one constant in <category>/<rule>.cc:
//
//   void Check(FileContext& file, Node call) {
//     if (!file.module().Calls(call, "torch.nn.functional.cross_entropy")) return;
//     const Node logits = file.module().Dereference(python::Argument(call, 0, "input"));
//     if (!IsSoftmax(file.module(), logits)) return;
//     file.Report({.at = call, .params = {{"op", "softmax"}}});
//   }
//
//   extern constinit const Rule kSoftmaxBeforeCrossEntropy = {
//       .info = {.id = "softmax-before-cross-entropy", ... as rule_info.h says ...},
//       .kinds = {NodeKind::kCall},
//       .check = Check};
//
// README.md says how to add one.
//
// A rule about C++ and CUDA has `cpp_kinds` and `check_cpp` instead, or besides; cpp_context.h says
// what they see.
//
// The engine parses each changed file once and shows a rule only nodes that touch changed code, in
// source order; it drops what a rule reports elsewhere, as findings concern changed lines or what
// they break. A check must not keep state: files are analysed on several threads at once.

#include "absl/strings/string_view.h"
#include "analyzers/rules/context.h"  // IWYU pragma: export
#include "analyzers/rules/finding.h"
#include "analyzers/rules/rule_info.h"

namespace allreview::rules {

class CppContext;  // cpp_context.h
class FileCheck;   // file_check.h

// Which code makes a finding the change's business.
enum class Concern {
  // The node reported (or Observation.because) touches an added line.
  kChangedLines,
  // The function around it has an added or removed line, and the version before the change did not
  // have the same finding. For defects that a change elsewhere in the function brings to life.
  kChangedFunctions,
  // The node touches an added line, and the version before the change had fewer findings of this
  // rule with the same Observation.identity, wherever in the file. For policies on new uses: what
  // was only moved or edited is not new.
  kNewOccurrences,
};

struct Rule {
  RuleInfo info;
  // Kinds of nodes that `check` is called with.
  NodeKind kinds[6] = {};
  // Names without which the rule has nothing to say, separated by blanks: "softmax log_softmax". A
  // node is shown to `check` only if an identifier in it, itself included, is one of them. Empty:
  // every node is. Most nodes hold none, so name them wherever they can be named: that costs less
  // than any test in `check`. Other names for the same thing count: what an import (`import x as
  // y`) or an assignment of this file (`y = a.x`) calls it. What stands in strings does not count.
  absl::string_view names = {};
  // The same, but anywhere in the file.
  absl::string_view file_names = {};
  bool skips_tests = false;  // Files of tests are not shown to it.
  void (*check)(FileContext& file, Node node) = nullptr;
  // Called once, after all files were walked, while other rules look at the same change; may ask
  // the index of the repository.
  void (*check_change)(ChangeContext& change) = nullptr;
  Concern concern = Concern::kChangedLines;
  const FileCheck* file_check = nullptr;  // Instead of the other two, with data of its own.
  // For files of C++ and CUDA what `kinds` and `check` are for Python. `names` and `file_names` are
  // then identifiers of theirs, under no other name.
  cpp::Kind cpp_kinds[6] = {};
  void (*check_cpp)(CppContext& file, cpp::Node node) = nullptr;
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_RULE_H_
