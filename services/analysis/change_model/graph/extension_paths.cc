#include "services/analysis/change_model/graph/extension_paths.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/extensions/native_paths.h"
#include "analyzers/repository/dotted_names.h"
#include "base/utf8.h"
#include "services/analysis/change_model/graph/call_path_search.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using change::Side;
using extensions::CppFunction;
using extensions::NativePath;
using extensions::NativeStep;
using extensions::PythonCall;
using v1::CallPath;
using v1::ChangedSymbol;
using v1::Hop;

constexpr size_t kMaxTargets = 15;

std::vector<const ChangedSymbol*> ChooseTargets(const std::vector<ChangedSymbol>& symbols) {
  std::vector<const ChangedSymbol*> targets;
  for (const ChangedSymbol& symbol : symbols) {
    if (symbol.has_after() && !symbol.is_test()) targets.push_back(&symbol);
  }
  std::stable_sort(targets.begin(), targets.end(), [](const auto* a, const auto* b) {
    return a->added_lines() + a->removed_lines() > b->added_lines() + b->removed_lines();
  });
  if (targets.size() > kMaxTargets) targets.resize(kMaxTargets);
  return targets;
}

extensions::NativeTarget NativeTargetOf(const ChangedSymbol& symbol) {
  const size_t colon = symbol.name().rfind("::");
  return {
      .path = symbol.path(),
      .simple_name = colon == std::string::npos ? symbol.name() : symbol.name().substr(colon + 2),
      .line = symbol.after().first_line()};
}

// "Router::route", as symbols of C++ are called.
std::string ShortName(const CppFunction& function) {
  const size_t last = function.name.rfind("::");
  if (!function.is_method || last == std::string::npos || last == 0) return function.simple_name;
  const size_t before = function.name.rfind("::", last - 1);
  return before == std::string::npos ? function.name : function.name.substr(before + 2);
}

std::string HeaderOf(const CppFunction& function) {
  return absl::StrCat(
      function.is_kernel ? "__global__ " : "", function.return_type, " ", ShortName(function), "(",
      absl::StrJoin(function.parameters, ", ",
                    [](std::string* out, const extensions::CppParameter& parameter) {
                      absl::StrAppend(out, parameter.type, parameter.name.empty() ? "" : " ",
                                      parameter.name);
                    }),
      ")");
}

// The call of the binding that says most of how the product gets there: not a test's, if there is
// another.
const PythonCall* ChooseCall(const std::vector<PythonCall>& calls) {
  const PythonCall* chosen = nullptr;
  for (const PythonCall& call : calls) {
    if (call.call->symbol.empty()) continue;
    if (chosen == nullptr || (IsTestPath(chosen->file->path()) && !IsTestPath(call.file->path()))) {
      chosen = &call;
    }
  }
  return chosen;
}

class Writer {
 public:
  Writer(const CallPathContext& context, SourceLines& lines) : context_(context), lines_(lines) {}

  CallPath Write(const ChangedSymbol& target, const NativePath& native, const PythonCall& call) {
    const std::string caller = AbsoluteNameOf(call.file->path(), call.call->symbol);
    const repository::Found function = context_.callers.OutermostFunction(caller);
    const std::string name =
        function ? AbsoluteNameOf(function.path, function.definition->name) : caller;
    std::vector<FoundPath> found = FindCallPaths(name, context_);
    Fetch(found[0], native, call);
    CallPath path;
    path.set_target(IdOf(target));
    path.set_is_test(found[0].is_test || IsTestPath(call.file->path()));
    path.set_root_kind(path.is_test() ? "test" : found[0].root_kind);
    for (const Caller* one : found[0].calls) *path.add_hops() = HopOf(*one, context_, lines_);
    *path.add_hops() = HopOfCall(call, function);
    for (const NativeStep& step : native.steps) {
      if (step.call_line > 0) *path.add_hops() = HopOfStep(step);
    }
    *path.add_hops() = LastHop(target);
    return path;
  }

 private:
  void Fetch(const FoundPath& found, const NativePath& native, const PythonCall& call) {
    std::set<std::string> files = {call.file->path()};
    for (const Caller* caller : found.calls) files.insert(caller->range.path);
    for (const NativeStep& step : native.steps) files.insert(step.function.file->path);
    lines_.Fetch(files);
  }

  Hop HopOfCall(const PythonCall& call, const repository::Found& function) const {
    Hop hop;
    const std::string& path = call.file->path();
    hop.set_symbol(
        ToDisplayText(IdOf(path, function ? function.definition->name : call.call->symbol)));
    *hop.mutable_range() = analysis::ToProto(rules::Range{
        .path = path, .first_line = call.call->place.line, .end_line = call.call->place.end_line});
    hop.set_code(lines_.At(Side::kRight, path, call.call->place.line));
    if (function) {
      hop.set_definition(lines_.HeaderAt(Side::kRight, path, function.definition->place.line));
    }
    hop.set_confidence(finding::v1::CONFIDENCE_HIGH);
    return hop;
  }

  Hop HopOfStep(const NativeStep& step) const {
    Hop hop;
    const std::string& path = step.function.file->path;
    const CppFunction& function = *step.function.function;
    hop.set_symbol(ToDisplayText(IdOf(path, ShortName(function))));
    *hop.mutable_range() = analysis::ToProto(
        rules::Range{.path = path, .first_line = step.call_line, .end_line = step.call_line + 1});
    hop.set_code(lines_.At(Side::kRight, path, step.call_line));
    hop.set_definition(ToDisplayText(HeaderOf(function)));
    hop.set_confidence(finding::v1::CONFIDENCE_MEDIUM);  // By name.
    return hop;
  }

  static Hop LastHop(const ChangedSymbol& target) {
    Hop hop;
    hop.set_symbol(IdOf(target));
    *hop.mutable_range() = target.after();
    hop.set_definition(target.signature_after());
    hop.set_code(target.signature_after());
    hop.set_confidence(finding::v1::CONFIDENCE_HIGH);
    return hop;
  }

  const CallPathContext& context_;
  SourceLines& lines_;
};

}  // namespace

std::vector<CallPath> CollectExtensionPaths(const CallPathOptions& options,
                                            const std::vector<ChangedSymbol>& cpp_symbols,
                                            CallerMap& callers, reach::EntryPoints& entries,
                                            SourceLines& lines) {
  const std::vector<const ChangedSymbol*> targets = ChooseTargets(cpp_symbols);
  if (targets.empty()) return {};
  const std::shared_ptr<extensions::Extensions> extensions =
      extensions::ExtensionsOf(options.change);
  std::map<std::pair<std::string, int>, const ChangedSymbol*> by_place;
  std::vector<extensions::NativeTarget> wanted;
  for (const ChangedSymbol* symbol : targets) {
    wanted.push_back(NativeTargetOf(*symbol));
    by_place[{symbol->path(), symbol->after().first_line()}] = symbol;
  }
  std::set<std::string> changed_ids;
  for (const ChangedSymbol& symbol : options.symbols) changed_ids.insert(IdOf(symbol));
  const CallPathContext context = {.callers = callers,
                                   .entries = entries,
                                   .project = options.change.project(),
                                   .changed_ids = changed_ids,
                                   .should_stop = options.should_stop};
  Writer writer(context, lines);
  std::vector<CallPath> paths;
  for (const NativePath& native : FindNativePaths(*extensions, wanted)) {
    if (options.should_stop && options.should_stop()) break;
    const std::vector<PythonCall> calls = extensions->CallsOf(*native.bound);
    const PythonCall* const call = ChooseCall(calls);
    const extensions::FoundFunction& last = native.steps.back().function;
    const auto target = by_place.find({last.file->path, last.function->line});
    if (call == nullptr || target == by_place.end()) continue;
    paths.push_back(writer.Write(*target->second, native, *call));
  }
  return paths;
}

}  // namespace allreview::analysis
