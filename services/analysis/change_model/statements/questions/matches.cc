// Keys by which what was saved is matched with what runs.

#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/moves/named_code.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxTried = 40;

// The parts of a tuple or list that stands for a key; 0: it is none. One that is unpacked counts.
int PartsOf(Node constant) {
  const Node value = python::WithoutParentheses(constant.child(Field::kRight));
  const bool is_sequence = value.Is(NodeKind::kTuple) || value.Is(NodeKind::kList);
  return is_sequence ? value.named_child_count() : 0;
}

bool IsUnpacked(Node constant) {
  const Node value = python::WithoutParentheses(constant.child(Field::kRight));
  for (Node part : value.named_children()) {
    if (part.Is(NodeKind::kListSplat)) return true;
  }
  return false;
}

// Reads what was saved, by what it is called or handed.
bool LoadsSomething(const Definition& function) {
  const auto says = [](absl::string_view name) {
    return absl::StrContains(name, "state_dict") || absl::StrContains(name, "checkpoint") ||
           absl::StrContains(name, "load");
  };
  if (says(function.simple_name)) return true;
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [&](const python::Parameter& parameter) { return says(parameter.name); });
}

// Raised when a key is not among those that were found.
bool MissesKey(Node raise) {
  Node branch = raise.parent().parent();
  if (branch.Is(NodeKind::kExceptClause)) return Mentions(branch, "KeyError");
  if (branch.Is(NodeKind::kElseClause)) branch = branch.parent();
  return branch.Is(NodeKind::kIfStatement) &&
         absl::StrContains(branch.child(Field::kCondition).text(), " in ");
}

struct Use {
  const AnalysedFile* file = nullptr;
  const Definition* function = nullptr;
  Node raise;
};

// A loader that makes a tuple of all the parts, and raises when nothing fits.
Use UseOf(const Inquiry& inquiry, absl::string_view constant) {
  int tried = 0;
  for (const AnalysedFile* file : inquiry.product()) {
    for (Node identifier : file->after->identifiers().Of({constant})) {
      const bool is_iterated =
          identifier.field() == Field::kRight && (identifier.parent().Is(NodeKind::kForInClause) ||
                                                  identifier.parent().Is(NodeKind::kForStatement));
      if (!is_iterated || ++tried > kMaxTried) continue;
      for (const Definition* around = file->after->EnclosingFunction(identifier); around != nullptr;
           around = around->parent < 0 ? nullptr : &file->after->definitions()[around->parent]) {
        if (around->kind == Definition::Kind::kClass || !LoadsSomething(*around)) continue;
        for (Node raise : around->body.descendants(NodeKind::kRaiseStatement)) {
          if (MissesKey(raise)) return {file, around, raise};
        }
      }
    }
  }
  return {};
}

void AskAboutKeys(Inquiry& inquiry, const AnalysedFile& file) {
  if (file.before == nullptr) return;
  std::map<std::string, Node> before;
  for (const moves::NamedCode& named : moves::NamedCodeOf(*file.before, file.after)) {
    if (named.kind == moves::CodeKind::kConstant) before.emplace(named.name, named.code);
  }
  for (const moves::NamedCode& named : moves::NamedCodeOf(*file.after, file.before)) {
    if (named.kind != moves::CodeKind::kConstant || !file.lines.Touches(named.code)) continue;
    const auto old = before.find(named.name);
    if (old == before.end() || PartsOf(old->second) < 2) continue;
    const bool grows = PartsOf(named.code) > PartsOf(old->second) ||
                       (IsUnpacked(named.code) && !IsUnpacked(old->second));
    if (!grows) continue;
    const Use use = UseOf(inquiry, named.name);
    if (use.function == nullptr) continue;
    inquiry.Ask(file, named.code,
                {.kind = "key-of-saved-grows",
                 .about = named.name,
                 .weight = 82,
                 .text = Sentence(phrases::kAskKeyGrows,
                                  {{"name", named.name},
                                   {"function", use.function->name},
                                   {"place", PlaceOf(*file.after, *use.file->after, use.raise)}}),
                 .also = {rules::RangeOf(*use.file->after, use.raise)}});
  }
}

}  // namespace

void AskAboutMatches(Inquiry& inquiry) {
  for (const AnalysedFile* file : inquiry.product()) {
    if (inquiry.should_stop()) return;
    AskAboutKeys(inquiry, *file);
  }
}

}  // namespace allreview::analysis
