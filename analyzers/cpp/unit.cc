#include "analyzers/cpp/unit.h"

#include <utility>

#include "absl/strings/match.h"
#include "base/poll.h"
#include "base/status_macros.h"

namespace allreview::cpp {
namespace {

bool IsNamed(const Function& function, absl::string_view name) {
  return function.simple_name == name || function.name == name ||
         (function.name.size() > name.size() + 2 && absl::EndsWith(function.name, name) &&
          absl::EndsWith(
              absl::string_view(function.name).substr(0, function.name.size() - name.size()),
              "::"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Unit>> Unit::Parse(absl::string_view path, std::string source,
                                                  const ParseLimits& limits,
                                                  VersionedParse* versions) {
  std::unique_ptr<Unit> unit(new Unit);
  unit->path_ = std::string(path);
  unit->source_ = std::move(source);
  ASSIGN_OR_RETURN(unit->tree_, SyntaxTree::Parse(unit->source_, limits, versions));
  unit->declarations_ = DeclarationsOf(unit->tree_);
  return unit;
}

const Function* Unit::EnclosingFunction(Node node) const {
  const Function* result = nullptr;
  for (const Function& function : functions()) {
    Poll();
    if (function.outer.index() > node.index()) break;
    if (function.body && function.outer.Contains(node)) result = &function;
  }
  return result;
}

const Function* Unit::FindFunction(absl::string_view name) const {
  const Function* result = nullptr;
  for (const Function& function : functions()) {
    Poll();
    if (!IsNamed(function, name)) continue;
    if (result == nullptr || function.body || !result->body) result = &function;
  }
  return result;
}

}  // namespace allreview::cpp
