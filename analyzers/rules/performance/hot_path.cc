#include "analyzers/rules/performance/hot_path.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/cold.h"
#include "analyzers/repository/project.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr absl::string_view kCapture = "capture";

Range PlaceOf(const repository::Call& call) {
  const repository::Place& place = call.place;
  return {.path = call.path,
          .first_line = place.line,
          .end_line = place.end_line,
          .first_column = place.column,
          .end_column = place.end_column,
          .first_byte = place.first_byte,
          .end_byte = place.end_byte};
}

HotPath FromWay(const Module& module, const Definition& function, const reach::Way& found) {
  HotPath path = {.chain = {.hops = {}, .root_kind = found.entry.what},
                  .is_inference = found.entry.kind == reach::Kind::kInference,
                  .is_get_batch = found.entry.what == "get-batch"};
  for (const repository::Call& call : found.hops) {
    absl::string_view symbol = call.caller;
    if (absl::ConsumePrefix(&symbol, python::ModuleNameOf(call.path))) {
      absl::ConsumePrefix(&symbol, ".");
    }
    path.chain.hops.push_back({std::string(symbol), PlaceOf(call),
                               static_cast<Confidence>(static_cast<int>(call.confidence))});
  }
  path.chain.hops.back().range = RangeOf(module, function.node.child(Field::kName));
  return path;
}

// `if not torch.cuda.is_current_stream_capturing():`, a return or raise before it; `if eager:`.
bool IsLeftOutOfCapture(const reach::Guard& guard) {
  return guard.must_be ? absl::StrContains(guard.text, "eager")
                       : absl::StrContains(guard.text, "is_current_stream_capturing") ||
                             absl::StrContains(guard.text, "is_graph_capturing");
}

}  // namespace

std::optional<HotPath> FindHotPath(const FileContext& file, const Definition& function) {
  const Module& module = file.module();
  // Whoever calls them, these are cold.
  if (IsColdFile(module.path()) || repository::IsColdName(function.simple_name)) {
    return std::nullopt;
  }
  const std::string name = file.AbsoluteName(function);
  if (const auto found = file.reach().FindStep(name)) return FromWay(module, function, *found);
  if (!file.reach().IsCaptured(name)) return std::nullopt;
  return CapturePath(module, function);
}

bool IsInCaptureRegion(const Module& module, Node node) {
  for (Node around = node.parent(); around && !around.Is(NodeKind::kFunctionDefinition);
       around = around.parent()) {
    if (repository::StartsCapture(module, around)) return true;
  }
  return false;
}

bool IsCaptured(const FileContext& file, Node node) {
  if (IsInCaptureRegion(file.module(), node)) return true;
  const Definition* function = file.module().EnclosingFunction(node);
  if (function == nullptr || !file.reach().IsCaptured(file.AbsoluteName(*function))) return false;
  const std::vector<reach::Guard> guards = file.reach().GuardsOf(file.module(), node);
  return std::none_of(guards.begin(), guards.end(), IsLeftOutOfCapture);
}

bool RunsOn(const HotPath& path, const FileContext& file, Node node) {
  const std::vector<reach::Guard> guards = file.reach().GuardsOf(file.module(), node);
  return std::none_of(guards.begin(), guards.end(), [&](const reach::Guard& guard) {
    return (guard.must_be && repository::IsRareCondition(guard.text)) ||
           (path.chain.root_kind == kCapture && IsLeftOutOfCapture(guard));
  });
}

bool IsOnlyForTests(const FileContext& file, Node node) {
  return file.reach().IsOnlyForTests(file.module(), node);
}

HotPath CapturePath(const Module& module, const Definition& function) {
  return {.chain = {.hops = {{function.name, RangeOf(module, function.node.child(Field::kName))}},
                    .root_kind = std::string(kCapture)},
          .is_inference = repository::IsInferencePath(module.path())};
}

bool IsColdBlock(Node node) { return repository::IsColdBlock(node); }

bool IsInferencePath(absl::string_view path) { return repository::IsInferencePath(path); }

bool IsColdFile(absl::string_view path) { return repository::IsColdPath(path); }

}  // namespace allreview::rules
