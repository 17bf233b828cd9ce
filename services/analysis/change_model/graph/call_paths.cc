#include "services/analysis/change_model/graph/call_paths.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "base/utf8.h"
#include "services/analysis/change_model/graph/call_path_search.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using change::Side;
using v1::CallPath;
using v1::ChangedSymbol;
using v1::Hop;

constexpr size_t kMaxTargets = 15;

bool IsFunction(const ChangedSymbol& symbol) {
  return symbol.kind() == v1::SYMBOL_KIND_FUNCTION || symbol.kind() == v1::SYMBOL_KIND_METHOD;
}

std::vector<const ChangedSymbol*> ChooseTargets(const CallPathOptions& options) {
  std::map<std::string, int> ranks;
  for (const std::string& id : options.first_ids) {
    ranks.emplace(id, static_cast<int>(ranks.size()));
  }
  std::vector<const ChangedSymbol*> targets;
  for (const ChangedSymbol& symbol : options.symbols) {
    // What only stands elsewhere runs as before.
    const bool is_same =
        symbol.status() == ChangedSymbol::STATUS_REFORMATTED ||
        (symbol.status() == ChangedSymbol::STATUS_MOVED && symbol.deltas().empty());
    if (IsFunction(symbol) && !is_same) {
      targets.push_back(&symbol);
    }
  }
  const auto key = [&](const ChangedSymbol* symbol) {
    const auto rank = ranks.find(IdOf(*symbol));
    const bool is_removed = symbol->status() == ChangedSymbol::STATUS_REMOVED;
    return std::make_tuple(IsTestPath(symbol->path()),
                           rank == ranks.end() ? static_cast<int>(ranks.size()) : rank->second,
                           is_removed, -(symbol->added_lines() + symbol->removed_lines()));
  };
  std::stable_sort(targets.begin(), targets.end(),
                   [&](const auto* a, const auto* b) { return key(a) < key(b); });
  const bool has_code = !targets.empty() && !IsTestPath(targets.front()->path());
  const auto first_test =
      std::find_if(targets.begin(), targets.end(),
                   [](const ChangedSymbol* symbol) { return IsTestPath(symbol->path()); });
  if (has_code) targets.erase(first_test, targets.end());
  if (targets.size() > kMaxTargets) targets.resize(kMaxTargets);
  return targets;
}

// Paths with the lines that they consist of.
class PathWriter {
 public:
  PathWriter(const CallPathContext& context, const SourceLines& lines)
      : context_(context), lines_(lines) {}

  CallPath Write(const ChangedSymbol& target, const FoundPath& found) const {
    CallPath path;
    path.set_target(IdOf(target));
    path.set_root_kind(RootKindOf(found));
    path.set_is_test(found.is_test);
    for (const Caller* caller : found.calls) *path.add_hops() = HopOf(*caller, context_, lines_);
    *path.add_hops() = LastHop(target);
    return path;
  }

 private:
  // Only now the text is at hand.
  std::string RootKindOf(const FoundPath& found) const {
    if (found.calls.empty() || found.calls[0]->is_function || found.is_test) {
      return found.root_kind;
    }
    const rules::Range& range = found.calls[0]->range;
    return lines_.IsUnderMainGuard(range.side, range.path, range.first_line) ? "main" : "import";
  }

  Hop LastHop(const ChangedSymbol& target) const {
    const bool is_removed = target.status() == ChangedSymbol::STATUS_REMOVED;
    Hop hop;
    hop.set_symbol(IdOf(target));
    *hop.mutable_range() = is_removed ? target.before() : target.after();
    hop.set_definition(is_removed ? target.signature_before() : target.signature_after());
    hop.set_code(hop.definition() + ":");
    hop.set_confidence(finding::v1::CONFIDENCE_HIGH);
    return hop;
  }

  const CallPathContext& context_;
  const SourceLines& lines_;
};

}  // namespace

Hop HopOf(const Caller& caller, const CallPathContext& context, const SourceLines& lines) {
  const rules::Range& range = caller.range;
  Hop hop;
  hop.set_symbol(ToDisplayText(caller.id));
  *hop.mutable_range() = analysis::ToProto(range);
  hop.set_code(lines.At(range.side, range.path, range.first_line));
  hop.set_confidence(analysis::ToProto(caller.confidence));
  // The header stands where the call stands: a caller that was removed has only the left side.
  const repository::Found found = context.project.FindDefinition(caller.name);
  if (found && !NameOfId(caller.id).empty()) {
    const Side side = found.path == range.path ? Side::kRight : range.side;
    hop.set_definition(lines.HeaderAt(side, found.path, found.definition->place.line));
  } else if (NameOfId(caller.id).empty() &&
             lines.IsUnderMainGuard(range.side, range.path, range.first_line)) {
    hop.set_definition("if __name__ == \"__main__\"");
  }
  return hop;
}

std::vector<CallPath> CollectCallPaths(const CallPathOptions& options, CallerMap& callers,
                                       reach::EntryPoints& entries, SourceLines& lines) {
  std::set<std::string> changed_ids, files;
  for (const ChangedSymbol& symbol : options.symbols) changed_ids.insert(IdOf(symbol));
  const CallPathContext context = {.callers = callers,
                                   .entries = entries,
                                   .project = options.change.project(),
                                   .changed_ids = changed_ids,
                                   .should_stop = options.should_stop};
  std::vector<std::pair<const ChangedSymbol*, FoundPath>> found;
  for (const ChangedSymbol* target : ChooseTargets(options)) {
    if (options.should_stop && options.should_stop()) break;
    for (FoundPath& path : FindCallPaths(AbsoluteNameOf(*target), context)) {
      for (const Caller* caller : path.calls) files.insert(caller->range.path);
      found.emplace_back(target, std::move(path));
    }
  }
  lines.Fetch(files);
  const PathWriter writer(context, lines);
  std::vector<CallPath> paths;
  for (const auto& [target, path] : found) paths.push_back(writer.Write(*target, path));
  return paths;
}

}  // namespace allreview::analysis
