#include "analyzers/rules/symbols.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "base/utf8.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

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

bool IsTest(const ChangedFile& file, absl::string_view name) {
  if (file.role != FileRole::kTest) return false;
  for (absl::string_view part : absl::StrSplit(name, '.')) {
    if (absl::StartsWith(part, "test") || absl::StartsWith(part, "Test")) return true;
  }
  return false;
}

std::vector<std::string> TextsOf(const std::vector<Node>& nodes) {
  std::vector<std::string> texts;
  for (Node node : nodes) texts.push_back(ToDisplayText(node.text()));
  return texts;
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
  static std::tuple<int, int, const std::string&> Position(const ChangedSymbol& symbol) {
    const bool is_removed = symbol.status == ChangedSymbol::Status::kRemoved;
    return {is_removed ? symbol.before.first_line : symbol.after.first_line, is_removed,
            symbol.name};
  }

  void AddAfter(const Definition* old, const Definition& definition) {
    ChangedSymbol symbol;
    symbol.added_lines = CountIn(file_.lines.added(), definition.first_line, definition.end_line);
    if (old != nullptr) symbol.removed_lines = removed_.CountIn(old->first_line, old->end_line);
    if (old == nullptr) {
      const bool is_unknown = file_.before == nullptr && !file_.changed->is_added;
      const int lines = definition.end_line - definition.first_line;
      if (is_unknown && symbol.added_lines == 0) return;
      symbol.status = is_unknown && symbol.added_lines < lines ? ChangedSymbol::Status::kModified
                                                               : ChangedSymbol::Status::kAdded;
    } else if (symbol.added_lines == 0 && symbol.removed_lines == 0) {
      return;
    } else if (definition.kind == Definition::Kind::kClass && !IsOwnCodeTouched(*old, definition)) {
      return;
    }
    Describe(*file_.after, definition, &symbol);
    symbol.path = file_.changed->path;
    symbol.after = RangeOf(*file_.after, definition.outer);
    symbol.signature_after = ToDisplayText(file_.after->SignatureOf(definition));
    if (old != nullptr) {
      symbol.before = RangeOf(*file_.before, old->outer, Side::kLeft);
      symbol.signature_before = ToDisplayText(file_.before->SignatureOf(*old));
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
    symbol.status = ChangedSymbol::Status::kRemoved;
    symbol.removed_lines = removed_.CountIn(definition.first_line, definition.end_line);
    Describe(*file_.before, definition, &symbol);
    symbol.path = file_.before->path();
    symbol.before = RangeOf(*file_.before, definition.outer, Side::kLeft);
    symbol.signature_before = ToDisplayText(file_.before->SignatureOf(definition));
    symbols_.push_back(std::move(symbol));
  }

  void Describe(const Module& module, const Definition& definition, ChangedSymbol* symbol) const {
    symbol->name = ToDisplayText(definition.name);
    switch (definition.kind) {
      case Definition::Kind::kFunction:
        symbol->kind = ChangedSymbol::Kind::kFunction;
        break;
      case Definition::Kind::kMethod:
        symbol->kind = ChangedSymbol::Kind::kMethod;
        break;
      case Definition::Kind::kClass:
        symbol->kind = ChangedSymbol::Kind::kClass;
        break;
    }
    symbol->doc = ToDisplayText(module.DocumentationOf(definition));
    symbol->is_public = IsPublic(definition.name);
    symbol->is_test = IsTest(*file_.changed, definition.name);
    symbol->bases = TextsOf(definition.bases);
    symbol->decorators = TextsOf(definition.decorators);
  }

  const AnalysedFile& file_;
  const RemovedLines removed_;
  std::vector<ChangedSymbol> symbols_;
};

}  // namespace

std::vector<ChangedSymbol> CollectSymbols(const AnalysedFile& file) {
  return SymbolCollector(file).Collect();
}

}  // namespace allreview::rules
