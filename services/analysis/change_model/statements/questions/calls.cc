// Arguments that a call leaves out although its sibling passes them, and parameters that no call
// passes.

#include <algorithm>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/observation.h"
#include "sentences/phrases/questions.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMaxSiblings = 8;
constexpr size_t kMaxCalls = 100;  // Of a file, that are compared.
constexpr size_t kMinShared = 3;   // Keywords that both calls pass: then they do the same job.
constexpr size_t kMaxOmitted = 3;  // More: another use of the function.

bool IsPlain(const python::Arguments& arguments) {
  return !arguments.has_star && !arguments.has_double_star;
}

// What the value names exists where the other call stands, and is not asked about there.
bool CouldPass(const python::Module& module, Node value, const Definition& function) {
  const absl::string_view text = value.text();
  if (absl::StrContains(function.node.text(), text)) return false;
  if (value.Is(NodeKind::kIdentifier)) {
    return std::any_of(function.parameters.begin(), function.parameters.end(),
                       [&](const python::Parameter& p) { return p.name == text; });
  }
  return value.Is(NodeKind::kAttribute) && absl::StartsWith(text, "self.") &&
         module.EnclosingClass(value) == module.EnclosingClass(function.node);
}

std::vector<std::string> Omitted(const python::Module& module, Node call, Node sibling,
                                 const Definition& function) {
  const python::Arguments own = python::ArgumentsOf(call), other = python::ArgumentsOf(sibling);
  if (!IsPlain(own) || !IsPlain(other) || own.positional.size() != other.positional.size()) {
    return {};
  }
  size_t shared = 0;
  std::vector<std::string> omitted;
  for (Node keyword : other.keywords) {
    const absl::string_view name = keyword.child(Field::kName).text();
    if (python::KeywordArgument(call, name)) {
      ++shared;
    } else if (CouldPass(module, keyword.child(Field::kValue), function)) {
      omitted.emplace_back(name);
    }
  }
  const bool says_something = shared + other.positional.size() >= kMinShared && shared > 0;
  if (!says_something || omitted.size() > kMaxOmitted) return {};
  return omitted;
}

void CompareWithSiblings(Inquiry& inquiry, const AnalysedFile& file, Node call,
                         const std::vector<Node>& calls) {
  const python::Module& module = *file.after;
  const Definition* function = module.EnclosingFunction(call);
  if (function == nullptr) return;
  for (size_t i = 0; i < std::min(calls.size(), kMaxSiblings); ++i) {
    const Node sibling = calls[i];
    if (sibling == call || module.EnclosingFunction(sibling) == function) continue;
    const std::vector<std::string> omitted = Omitted(module, call, sibling, *function);
    if (omitted.empty()) continue;
    inquiry.Ask(file, call,
                {.kind = "sibling-argument-omitted",
                 .about = omitted[0],
                 .weight = 80,
                 .text = Sentence(phrases::kAskSiblingArgument,
                                  {{"function", std::string(function->simple_name)},
                                   {"callee", std::string(CalleeName(call))},
                                   {"names", CodeList(omitted)},
                                   {"place", PlaceOf(module, module, sibling)}}),
                 .also = {rules::RangeOf(module, sibling)}});
    return;
  }
}

void AskAboutSiblings(Inquiry& inquiry, const AnalysedFile& file) {
  std::map<std::string, std::vector<Node>> by_callee;
  std::vector<Node> added;
  for (Node call : file.after->tree().root().descendants(NodeKind::kCall)) {
    if (python::ArgumentsOf(call).keywords.empty()) continue;
    const std::string callee(call.child(Field::kFunction).text());
    std::vector<Node>& calls = by_callee[callee];
    if (calls.size() < kMaxSiblings) calls.push_back(call);
    if (added.size() < kMaxCalls && inquiry.IsNew(file, call)) added.push_back(call);
  }
  for (Node call : added) {
    CompareWithSiblings(inquiry, file, call,
                        by_callee[std::string(call.child(Field::kFunction).text())]);
  }
}

bool IsOptional(const python::Parameter& parameter) {
  return parameter.default_value && (parameter.kind == python::Parameter::Kind::kPositional ||
                                     parameter.kind == python::Parameter::Kind::kKeywordOnly);
}

// The name stands nowhere but in the function itself.
bool IsPassedSomewhere(const Inquiry& inquiry, const FunctionPair& pair, absl::string_view name,
                       size_t position) {
  for (const repository::IndexedFile* file : inquiry.change().index().AllFiles()) {
    if (file->path() != pair.file->changed->path && file->HasWordAnywhere(name)) return true;
  }
  for (Node identifier : pair.file->after->identifiers().Of({name})) {
    if (!pair.after->node.Contains(identifier)) return true;
  }
  // By position.
  for (Node call : pair.file->after->CallsOf({pair.after->simple_name})) {
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (!IsPlain(arguments) || arguments.positional.size() >= position) return true;
  }
  return false;
}

void AskAboutNewParameters(Inquiry& inquiry, const FunctionPair& pair) {
  if (!inquiry.change().index().is_complete()) return;
  const bool is_method = pair.after->kind == Definition::Kind::kMethod;
  if (pair.after->parent >= 0 && !is_method) return;
  for (size_t i = 0; i < pair.after->parameters.size(); ++i) {
    const python::Parameter& added = pair.after->parameters[i];
    const auto& old = pair.before->parameters;
    const bool is_old = std::any_of(
        old.begin(), old.end(), [&](const python::Parameter& p) { return p.name == added.name; });
    if (is_old || !IsOptional(added) || added.name.size() < 6) continue;
    if (IsPassedSomewhere(inquiry, pair, added.name, i + (is_method ? 0 : 1))) continue;
    inquiry.Ask(*pair.file, added.node,
                {.kind = "parameter-nobody-passes",
                 .about = std::string(added.name),
                 .weight = 45,
                 .text = Sentence(phrases::kAskNobodyPasses,
                                  {{"name", std::string(added.name)},
                                   {"function", std::string(pair.after->simple_name)},
                                   {"value", CodeOf(added.default_value)}})});
  }
}

// The value of `group=` of a collective.
Node GroupOf(Node call) { return python::KeywordArgument(call, "group"); }

// A collective that goes over another group now, where the function still counts by the old one.
void AskAboutGroups(Inquiry& inquiry, const FunctionPair& pair) {
  std::map<std::string, std::vector<Node>> before;
  for (Node call : pair.before->body.descendants(NodeKind::kCall)) {
    if (GroupOf(call)) before[std::string(call.child(Field::kFunction).text())].push_back(call);
  }
  std::map<std::string, size_t> seen;
  for (Node call : pair.after->body.descendants(NodeKind::kCall)) {
    const Node group = GroupOf(call);
    if (!group) continue;
    const std::string callee(call.child(Field::kFunction).text());
    const std::vector<Node>& old_calls = before[callee];
    const size_t number = seen[callee]++;
    if (number >= old_calls.size()) continue;
    const Node old_group = GroupOf(old_calls[number]);
    if (old_group.text() == group.text() || old_group.text().size() < 4) continue;
    for (Node size : pair.after->body.descendants(NodeKind::kCall)) {
      const absl::string_view name = CalleeName(size);
      const bool counts = name == "size" || absl::StrContains(name, "world_size");
      if (!counts || !absl::StrContains(size.text(), old_group.text())) continue;
      inquiry.Ask(
          *pair.file, call,
          {.kind = "group-changed-size-kept",
           .about = std::string(group.text()),
           .weight = 78,
           .text = Sentence(phrases::kAskGroupSize,
                            {{"callee", std::string(CalleeName(call))},
                             {"after", CodeOf(group)},
                             {"before", CodeOf(old_group)},
                             {"size", CodeOf(size)},
                             {"place", PlaceOf(*pair.file->after, *pair.file->after, size)}})});
      break;
    }
  }
}

}  // namespace

void AskAboutCalls(Inquiry& inquiry) {
  for (const AnalysedFile* file : inquiry.product()) {
    if (inquiry.should_stop()) return;
    AskAboutSiblings(inquiry, *file);
  }
  for (const FunctionPair& pair : inquiry.pairs()) {
    if (inquiry.should_stop()) return;
    AskAboutNewParameters(inquiry, pair);
    AskAboutGroups(inquiry, pair);
  }
}

}  // namespace allreview::analysis
