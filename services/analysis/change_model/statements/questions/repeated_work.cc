// The same thing done twice in one function: filled twice, reduced twice.

#include <algorithm>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "sentences/phrases/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMaxFills = 40;  // Of one function.

bool IsZero(Node value) {
  return value.text() == "0" || value.text() == "0.0" || value.Is(NodeKind::kFalse);
}

// A part of a tensor that is set to zero: `x[mask] = 0`, `x[n:].fill_(0)`, `x[n:].zero_()`.
struct Fill {
  Node statement;
  absl::string_view tensor;
  std::string bound;  // What says where it begins.
};

// The last thing in brackets that the index is made of, through names: `offsets[-1]`.
std::string BoundOf(const python::Module& module, Node index) {
  if (index.Is(NodeKind::kSlice)) index = index.named_child(0);
  index = module.Dereference(index);
  if (index.Is(NodeKind::kComparisonOperator)) index = index.last_named_child();
  index = module.Dereference(index);
  return index.Is(NodeKind::kSubscript) ? std::string(index.text()) : "";
}

Fill FillOf(const python::Module& module, Node statement) {
  Node target;
  if (statement.Is(NodeKind::kAssignment)) {
    if (!IsZero(statement.child(Field::kRight))) return {};
    target = statement.child(Field::kLeft);
  } else {
    const absl::string_view method = CalleeName(statement);
    const python::Arguments arguments = python::ArgumentsOf(statement);
    const bool fills = method == "zero_" || (method == "fill_" && !arguments.positional.empty() &&
                                             IsZero(arguments.positional[0]));
    if (!fills) return {};
    target = statement.child(Field::kFunction).child(Field::kObject);
  }
  if (!target.Is(NodeKind::kSubscript)) return {};
  const Node tensor = target.child(Field::kValue);
  if (!tensor.Is(NodeKind::kIdentifier)) return {};
  return {statement, tensor.text(), BoundOf(module, target.child(Field::kSubscript))};
}

// Neither stands in another arm of one `if` than the other.
bool MayBothRun(Node a, Node b) {
  for (Node at = a; at && !at.Is(NodeKind::kFunctionDefinition); at = at.parent()) {
    if (at.parent().Is(NodeKind::kIfStatement) && at.parent().Contains(b)) return at.Contains(b);
  }
  return true;
}

void AskAboutFills(Inquiry& inquiry, const AnalysedFile& file, const Definition& function) {
  std::map<std::pair<absl::string_view, std::string>, Fill> first;
  size_t fills = 0;
  for (Node node : function.body.descendants()) {
    if (!node.Is(NodeKind::kAssignment) && !node.Is(NodeKind::kCall)) continue;
    const Fill fill = FillOf(*file.after, node);
    if (!fill.statement || fill.bound.empty() || ++fills > kMaxFills) continue;
    const auto [known, is_first] = first.try_emplace({fill.tensor, fill.bound}, fill);
    if (is_first || !MayBothRun(known->second.statement, node)) continue;
    if (!inquiry.IsNew(file, node) && !inquiry.IsNew(file, known->second.statement)) continue;
    inquiry.Ask(
        file, node,
        {.kind = "filled-twice",
         .about = fill.bound,
         .weight = 71,
         .text = Sentence(phrases::kAskFilledTwice,
                          {{"function", function.name},
                           {"name", std::string(fill.tensor)},
                           {"bound", fill.bound},
                           {"place", PlaceOf(*file.after, *file.after, known->second.statement)}}),
         .also = {rules::RangeOf(*file.after, known->second.statement)}});
  }
}

bool IsReduction(absl::string_view callee) {
  return callee == "all_reduce" || callee == "_all_reduce" || callee == "reduce_scatter";
}

// The same collective of the same thing, twice in one row.
void AskAboutReductions(Inquiry& inquiry, const AnalysedFile& file, const Definition& function) {
  std::map<absl::string_view, Node> first;
  for (Node call : function.body.descendants(NodeKind::kCall)) {
    if (!IsReduction(CalleeName(call))) continue;
    const auto [known, is_first] = first.try_emplace(call.text(), call);
    if (is_first ||
        python::StatementOf(call).parent() != python::StatementOf(known->second).parent()) {
      continue;
    }
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (arguments.positional.empty() || !inquiry.IsNew(file, call)) continue;
    // Bound anew between the two, it is another tensor.
    const Node tensor = arguments.positional[0];
    bool is_rebound = false;
    for (Node assignment : function.body.descendants(NodeKind::kAssignment)) {
      is_rebound = is_rebound || (assignment.first_byte() > known->second.first_byte() &&
                                  assignment.first_byte() < call.first_byte() &&
                                  Mentions(assignment.child(Field::kLeft), tensor.text()));
    }
    if (is_rebound) continue;
    inquiry.Ask(file, call,
                {.kind = "reduced-twice",
                 .about = CodeOf(tensor),
                 .weight = 85,
                 .text = Sentence(phrases::kAskReducedTwice,
                                  {{"function", function.name},
                                   {"name", CodeOf(tensor)},
                                   {"place", PlaceOf(*file.after, *file.after, known->second)}}),
                 .also = {rules::RangeOf(*file.after, known->second)}});
    return;
  }
}

}  // namespace

void AskAboutRepeatedWork(Inquiry& inquiry) {
  for (const TouchedFunction& touched : inquiry.touched()) {
    if (inquiry.should_stop()) return;
    AskAboutFills(inquiry, *touched.file, *touched.function);
    AskAboutReductions(inquiry, *touched.file, *touched.function);
  }
}

}  // namespace allreview::analysis
