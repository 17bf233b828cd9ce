#include "analyzers/rules/contracts/unread_parameters.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules::contracts {
namespace {

using python::Definition;
using python::Parameter;

// The function looks its names up by text, or only raises: its parameters may be read anywhere.
bool MayReadByName(const Definition& function) {
  return AnyOwnNode(function.body, NodeKind::kCall, [](Node call) {
    return IsOneOf(CalleeName(call), {"locals", "vars", "eval", "exec"});
  });
}

// Process groups have a rule of their own.
bool IsGroup(absl::string_view name) {
  return python::IsNamedLikeProcessGroup(name) || absl::StrContains(name, "pg_collection");
}

bool IsNamed(const Parameter& parameter) {
  return parameter.kind == Parameter::Kind::kPositional ||
         parameter.kind == Parameter::Kind::kKeywordOnly;
}

}  // namespace

Unread UnreadParameters(const Definition& function) {
  Unread unread;
  for (const Parameter& parameter : function.parameters) {
    const bool counts = IsNamed(parameter) && !absl::StartsWith(parameter.name, "_") &&
                        parameter.name != "self" && parameter.name != "cls" &&
                        !IsGroup(parameter.name);
    if (counts) unread[parameter.name] = &parameter;
  }
  if (unread.empty()) return unread;
  for (Node node : function.body.descendants(NodeKind::kIdentifier)) {
    if (unread.empty()) return unread;
    if (IsVariable(node)) unread.erase(node.text());
  }
  return unread.empty() || MayReadByName(function) ? Unread() : unread;
}

bool IsSaidToBeUnused(const Definition& function, absl::string_view name) {
  for (absl::string_view line : absl::StrSplit(function.node.text(), '\n')) {
    if (!MentionsName(line, name)) continue;
    const std::string lower = absl::AsciiStrToLower(line);
    for (absl::string_view word :
         {"unused", "not used", "deprecated", "ignored", "no effect", "compatib", "noqa"}) {
      if (absl::StrContains(lower, word)) return true;
    }
  }
  return false;
}

}  // namespace allreview::rules::contracts
