#include "services/analysis/change_model/symbols.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "base/utf8.h"
#include "services/analysis/conversion.h"

namespace allreview::analysis {
namespace {

using python::Definition;
using python::Module;
using python::Node;
using rules::AnalysedFile;
using rules::ChangedHunk;
using rules::RangeOf;
using v1::ChangedSymbol;

// Old lines that the change removed.
class RemovedLines {
 public:
  explicit RemovedLines(const std::vector<ChangedHunk>& hunks) {
    for (const ChangedHunk& hunk : hunks) {
      lines_.insert(lines_.end(), hunk.removed.begin(), hunk.removed.end());
    }
    std::sort(lines_.begin(), lines_.end());
  }
  int CountIn(int first, int end) const {
    return static_cast<int>(std::lower_bound(lines_.begin(), lines_.end(), end) -
                            std::lower_bound(lines_.begin(), lines_.end(), first));
  }

 private:
  std::vector<int> lines_;
};

int CountIn(const std::vector<int>& sorted, int first, int end) {
  return static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), end) -
                          std::lower_bound(sorted.begin(), sorted.end(), first));
}

bool IsInFunction(const Module& module, const Definition& definition) {
  for (int i = definition.parent; i >= 0; i = module.definitions()[i].parent) {
    if (module.definitions()[i].kind != Definition::Kind::kClass) return true;
  }
  return false;
}

bool IsPublic(absl::string_view name) {
  for (absl::string_view part : absl::StrSplit(name, '.')) {
    const bool is_dunder = absl::StartsWith(part, "__") && absl::EndsWith(part, "__");
    if (absl::StartsWith(part, "_") && !is_dunder) return false;
  }
  return true;
}

bool IsTest(const rules::ChangedFile& file, absl::string_view name) {
  if (file.role != rules::FileRole::kTest) return false;
  for (absl::string_view part : absl::StrSplit(name, '.')) {
    if (absl::StartsWith(part, "test") || absl::StartsWith(part, "Test")) return true;
  }
  return false;
}

// Some new line of a class is neither blank nor part of one of its own definitions.
bool HasOwnLines(const AnalysedFile& file, const Definition& a_class) {
  const Module& module = *file.after;
  const Definition* const end = module.definitions().data() + module.definitions().size();
  const Definition* member = &a_class + 1;  // In source order, inner ones after outer ones.
  const std::vector<int>& added = file.lines.added();
  for (auto line = std::lower_bound(added.begin(), added.end(), a_class.first_line);
       line != added.end() && *line < a_class.end_line; ++line) {
    while (member != end && member->end_line <= *line) ++member;
    const bool is_in_member = member != end && member->first_line <= *line;
    if (!is_in_member && !module.tree().LineText(*line).empty()) return true;
  }
  return false;
}

// Definitions of one side by name and occurrence.
using Key = std::pair<std::string, int>;
std::map<Key, const Definition*> ByName(const Module* module) {
  std::map<Key, const Definition*> result;
  if (module == nullptr) return result;
  std::map<std::string, int> seen;
  for (const Definition& definition : module->definitions()) {
    if (IsInFunction(*module, definition)) continue;
    result[{definition.name, seen[definition.name]++}] = &definition;
  }
  return result;
}

v1::SymbolKind KindOf(const Definition& definition) {
  switch (definition.kind) {
    case Definition::Kind::kFunction:
      return v1::SYMBOL_KIND_FUNCTION;
    case Definition::Kind::kMethod:
      return v1::SYMBOL_KIND_METHOD;
    case Definition::Kind::kClass:
      return v1::SYMBOL_KIND_CLASS;
  }
  return v1::SYMBOL_KIND_UNSPECIFIED;
}

class SymbolCollector {
 public:
  explicit SymbolCollector(const AnalysedFile& file) : file_(file), removed_(file.changed->hunks) {}

  std::vector<ChangedSymbol> Collect() {
    const auto before = ByName(file_.before.get());
    const auto after = ByName(file_.after.get());
    for (const auto& [key, definition] : after) {
      const auto old = before.find(key);
      AddAfter(old == before.end() ? nullptr : old->second, *definition);
    }
    // Without the right side nobody knows what is gone, unless the file is.
    if (file_.after != nullptr || file_.changed->is_deleted) {
      for (const auto& [key, definition] : before) {
        if (!after.count(key)) AddRemoved(*definition);
      }
    }
    std::sort(symbols_.begin(), symbols_.end(),
              [](const auto& a, const auto& b) { return Position(a) < Position(b); });
    return std::move(symbols_);
  }

 private:
  static std::tuple<int, bool, const std::string&> Position(const ChangedSymbol& symbol) {
    const bool is_removed = symbol.status() == ChangedSymbol::STATUS_REMOVED;
    return {is_removed ? symbol.before().first_line() : symbol.after().first_line(), is_removed,
            symbol.name()};
  }

  void AddAfter(const Definition* old, const Definition& definition) {
    const int added = CountIn(file_.lines.added(), definition.first_line, definition.end_line);
    const int removed = old == nullptr ? 0 : removed_.CountIn(old->first_line, old->end_line);
    ChangedSymbol symbol;
    symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
    if (old == nullptr) {
      const bool is_unknown = file_.before == nullptr && !file_.changed->is_added;
      const int lines = definition.end_line - definition.first_line;
      if (is_unknown && added == 0) return;
      if (!is_unknown || added >= lines) symbol.set_status(ChangedSymbol::STATUS_ADDED);
    } else if (added == 0 && removed == 0) {
      return;
    } else if (definition.kind == Definition::Kind::kClass && !IsOwnCodeTouched(*old, definition)) {
      return;
    }
    symbol.set_added_lines(added);
    symbol.set_removed_lines(removed);
    Describe(*file_.after, definition, &symbol);
    symbol.set_path(file_.changed->path);
    *symbol.mutable_after() = ToProto(RangeOf(*file_.after, definition.outer));
    symbol.set_signature_after(ToDisplayText(file_.after->SignatureOf(definition)));
    if (old != nullptr) {
      *symbol.mutable_before() = ToProto(RangeOf(*file_.before, old->outer, rules::Side::kLeft));
      symbol.set_signature_before(ToDisplayText(file_.before->SignatureOf(*old)));
    }
    symbols_.push_back(std::move(symbol));
  }

  bool IsOwnCodeTouched(const Definition& old, const Definition& definition) const {
    if (HasOwnLines(file_, definition)) return true;
    // Removed lines outside of methods: count those of the methods and compare.
    int in_members = 0;
    const std::vector<Definition>& all = file_.before->definitions();
    const int index = static_cast<int>(&old - all.data());
    for (size_t i = index + 1; i < all.size() && old.node.Contains(all[i].node); ++i) {
      if (all[i].parent == index) {
        in_members += removed_.CountIn(all[i].first_line, all[i].end_line);
      }
    }
    return removed_.CountIn(old.first_line, old.end_line) > in_members;
  }

  void AddRemoved(const Definition& definition) {
    ChangedSymbol symbol;
    symbol.set_status(ChangedSymbol::STATUS_REMOVED);
    symbol.set_removed_lines(removed_.CountIn(definition.first_line, definition.end_line));
    Describe(*file_.before, definition, &symbol);
    symbol.set_path(file_.before->path());
    *symbol.mutable_before() =
        ToProto(RangeOf(*file_.before, definition.outer, rules::Side::kLeft));
    symbol.set_signature_before(ToDisplayText(file_.before->SignatureOf(definition)));
    symbols_.push_back(std::move(symbol));
  }

  void Describe(const Module& module, const Definition& definition, ChangedSymbol* symbol) const {
    symbol->set_name(ToDisplayText(definition.name));
    symbol->set_kind(KindOf(definition));
    symbol->set_doc(ToDisplayText(module.DocumentationOf(definition)));
    symbol->set_is_public(IsPublic(definition.name));
    symbol->set_is_test(IsTest(*file_.changed, definition.name));
    for (Node base : definition.bases) symbol->add_bases(ToDisplayText(base.text()));
    for (Node decorator : definition.decorators) {
      symbol->add_decorators(ToDisplayText(decorator.text()));
    }
  }

  const AnalysedFile& file_;
  const RemovedLines removed_;
  std::vector<ChangedSymbol> symbols_;
};

}  // namespace

std::vector<ChangedSymbol> CollectSymbols(const AnalysedFile& file) {
  return SymbolCollector(file).Collect();
}

}  // namespace allreview::analysis
