#include "services/analysis/change_model/symbols/cpp_symbols.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/cpp_context.h"
#include "base/hash.h"
#include "base/poll.h"
#include "base/utf8.h"
#include "services/analysis/change_model/symbols/code_text.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using change::AnalysedCppFile;
using change::Side;
using cpp::Function;
using cpp::Node;
using cpp::Unit;
using v1::ChangedSymbol;
using v1::Delta;

constexpr size_t kMaxSignatureBytes = 400;

// "Router::route", without namespaces.
std::string NameOf(const Unit& unit, const Function& function) {
  if (function.class_index < 0) {
    return std::string(function.is_method ? absl::string_view(function.name)
                                          : function.simple_name);
  }
  return absl::StrCat(unit.classes()[function.class_index].simple_name, "::", function.simple_name);
}

// All that stands before the body: "template <typename T> __global__ void scale(T *x, int n)".
std::string SignatureOf(const Unit& unit, const Function& function) {
  const uint32_t first = function.outer.first_byte();
  const uint32_t end = function.body ? function.body.first_byte() : function.outer.end_byte();
  std::string line = ShortLine(unit.source().substr(first, end - first), kMaxSignatureBytes);
  while (!line.empty() && (line.back() == ';' || line.back() == ' ')) line.pop_back();
  return ToDisplayText(line);
}

// One for the same code, whatever its layout and comments.
std::string CodeOf(const Function& function) {
  std::string code;
  const Node outer = function.outer;
  for (uint32_t i = outer.index(); i < outer.subtree_end();) {
    Poll();
    const Node node = outer.tree()->node(i);
    const bool is_comment = node.Is(cpp::Kind::kComment);
    if (!is_comment && node.subtree_end() == i + 1) absl::StrAppend(&code, node.text(), " ");
    i = is_comment ? node.subtree_end() : i + 1;
  }
  return Sha256Hex(code);
}

struct SideFunction {
  const Unit* unit = nullptr;
  const Function* function = nullptr;
  std::string name, signature, code;
};

// Functions with a body, and others of which the file has none.
std::vector<SideFunction> FunctionsOf(const Unit* unit) {
  std::vector<SideFunction> functions;
  if (unit == nullptr) return functions;
  std::set<std::string> defined;
  for (const Function& function : unit->functions()) {
    if (function.body) defined.insert(NameOf(*unit, function));
  }
  for (const Function& function : unit->functions()) {
    std::string name = NameOf(*unit, function);
    if (!function.body && defined.count(name) > 0) continue;
    functions.push_back(
        {unit, &function, std::move(name), SignatureOf(*unit, function), CodeOf(function)});
  }
  return functions;
}

// Names that stand in a file, for what the parser made no sense of.
std::set<absl::string_view> WordsOf(const Unit& unit) {
  std::set<absl::string_view> words;
  for (cpp::Kind kind : {cpp::Kind::kIdentifier, cpp::Kind::kFieldIdentifier}) {
    for (Node name : unit.tree().root().descendants(kind)) words.insert(name.text());
  }
  return words;
}

int CountIn(const std::vector<int>& lines, int first, int end) {
  return static_cast<int>(std::lower_bound(lines.begin(), lines.end(), end) -
                          std::lower_bound(lines.begin(), lines.end(), first));
}

class Collector {
 public:
  explicit Collector(const AnalysedCppFile& file)
      : file_(file), before_(FunctionsOf(file.before)), after_(FunctionsOf(file.after)) {
    for (const change::ChangedHunk& hunk : file.changed->hunks) {
      removed_.insert(removed_.end(), hunk.removed.begin(), hunk.removed.end());
    }
    std::sort(removed_.begin(), removed_.end());
  }

  std::vector<ChangedSymbol> Collect() {
    if (file_.after == nullptr && !file_.changed->is_deleted) return {};
    if (file_.before == nullptr && !file_.changed->is_added) return {};
    Pair([](const SideFunction& f) { return absl::StrCat(f.name, "\n", f.code); });
    Pair([](const SideFunction& f) { return absl::StrCat(f.name, "\n", f.signature); });
    Pair([](const SideFunction& f) { return f.name; });
    AddUnpaired(before_, file_.after, ChangedSymbol::STATUS_REMOVED);
    AddUnpaired(after_, file_.before, ChangedSymbol::STATUS_ADDED);
    return std::move(symbols_);
  }

 private:
  // Takes pairs with the same key out of both sides, in source order.
  template <typename KeyOf>
  void Pair(const KeyOf& key_of) {
    std::map<std::string, std::vector<SideFunction*>> before;
    for (SideFunction& old : before_) {
      if (old.function != nullptr) before[key_of(old)].push_back(&old);
    }
    std::map<std::string, size_t> taken;
    for (SideFunction& now : after_) {
      if (now.function == nullptr) continue;
      const std::string key = key_of(now);
      const auto found = before.find(key);
      if (found == before.end() || taken[key] >= found->second.size()) continue;
      SideFunction& old = *found->second[taken[key]++];
      if (old.code != now.code) AddPair(old, now);
      old.function = now.function = nullptr;
    }
  }

  void AddPair(const SideFunction& old, const SideFunction& now) {
    ChangedSymbol& symbol = Add(now, ChangedSymbol::STATUS_MODIFIED);
    Describe(old, Side::kLeft, symbol);
    if (file_.changed->old_path != file_.changed->path) {
      symbol.set_old_path(file_.changed->old_path);
    }
    AddDeltas(old, now, symbol);
  }

  void AddUnpaired(const std::vector<SideFunction>& functions, const Unit* other,
                   ChangedSymbol::Status status) {
    const bool is_doubtful = other != nullptr && other->tree().error_count() > 0;
    const std::set<absl::string_view> words =
        is_doubtful ? WordsOf(*other) : std::set<absl::string_view>();
    for (const SideFunction& function : functions) {
      if (function.function == nullptr) continue;
      if (words.count(function.function->simple_name) == 0) Add(function, status);
    }
  }

  ChangedSymbol& Add(const SideFunction& function, ChangedSymbol::Status status) {
    const bool is_removed = status == ChangedSymbol::STATUS_REMOVED;
    ChangedSymbol& symbol = symbols_.emplace_back();
    symbol.set_name(ToDisplayText(function.name));
    symbol.set_status(status);
    symbol.set_kind(function.function->is_method ? v1::SYMBOL_KIND_METHOD
                                                 : v1::SYMBOL_KIND_FUNCTION);
    symbol.set_path(is_removed ? function.unit->path() : file_.changed->path);
    symbol.set_is_public(!function.function->is_static);
    symbol.set_is_test(file_.changed->role == change::FileRole::kTest);
    if (function.function->is_kernel) symbol.add_decorators("__global__");
    if (function.function->is_device) symbol.add_decorators("__device__");
    Describe(function, is_removed ? Side::kLeft : Side::kRight, symbol);
    return symbol;
  }

  void Describe(const SideFunction& side, Side which, ChangedSymbol& symbol) const {
    const Function& function = *side.function;
    const auto range = ToProto(rules::RangeOf(*side.unit, function.outer, which));
    if (which == Side::kLeft) {
      *symbol.mutable_before() = range;
      symbol.set_signature_before(side.signature);
      symbol.set_removed_lines(CountIn(removed_, function.first_line, function.end_line));
    } else {
      *symbol.mutable_after() = range;
      symbol.set_signature_after(side.signature);
      symbol.set_added_lines(CountIn(file_.lines.added(), function.first_line, function.end_line));
    }
  }

  // Parameters that came, went or have another type.
  void AddDeltas(const SideFunction& old, const SideFunction& now, ChangedSymbol& symbol) const {
    std::map<absl::string_view, std::string> before, after;
    for (const cpp::Parameter& parameter : old.function->parameters) {
      if (!parameter.name.empty()) before[parameter.name] = TextOf(parameter.node);
    }
    for (const cpp::Parameter& parameter : now.function->parameters) {
      if (parameter.name.empty()) continue;
      after[parameter.name] = TextOf(parameter.node);
      const auto known = before.find(parameter.name);
      if (known == before.end()) {
        AddDelta(Delta::KIND_PARAMETER, "", after[parameter.name], parameter.node, symbol);
      } else if (known->second != after[parameter.name]) {
        AddDelta(Delta::KIND_VALUE, known->second, after[parameter.name], parameter.node, symbol);
      }
    }
    for (const cpp::Parameter& parameter : old.function->parameters) {
      if (parameter.name.empty() || after.count(parameter.name) > 0) continue;
      AddDelta(Delta::KIND_PARAMETER, before[parameter.name], "", now.function->declarator, symbol);
    }
  }

  static std::string TextOf(Node node) {
    constexpr size_t kMaxBytes = 120;
    return ToDisplayText(ShortLine(node.text(), kMaxBytes));
  }

  void AddDelta(Delta::Kind kind, const std::string& before, const std::string& after, Node at,
                ChangedSymbol& symbol) const {
    constexpr int kMaxDeltas = 24;
    if (symbol.deltas_size() >= kMaxDeltas) return symbol.set_more_deltas(symbol.more_deltas() + 1);
    Delta& delta = *symbol.add_deltas();
    delta.set_kind(kind);
    delta.set_before(before);
    delta.set_after(after);
    *delta.mutable_range() = ToProto(rules::RangeOf(*file_.after, at));
  }

  const AnalysedCppFile& file_;
  std::vector<SideFunction> before_, after_;
  std::vector<int> removed_;
  std::vector<ChangedSymbol> symbols_;
};

auto Position(const ChangedSymbol& symbol) {
  const bool is_removed = symbol.status() == ChangedSymbol::STATUS_REMOVED;
  const auto& range = is_removed ? symbol.before() : symbol.after();
  return std::make_tuple(symbol.path(), range.first_line(), is_removed, symbol.name());
}

}  // namespace

std::vector<ChangedSymbol> CppSymbols(const std::vector<AnalysedCppFile>& files) {
  std::vector<ChangedSymbol> symbols;
  for (const AnalysedCppFile& file : files) {
    std::vector<ChangedSymbol> own = Collector(file).Collect();
    std::move(own.begin(), own.end(), std::back_inserter(symbols));
  }
  std::stable_sort(symbols.begin(), symbols.end(),
                   [](const auto& a, const auto& b) { return Position(a) < Position(b); });
  return symbols;
}

}  // namespace allreview::analysis
