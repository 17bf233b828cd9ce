#include <algorithm>
#include <iterator>
#include <string>

#include "absl/strings/match.h"
#include "analyzers/intent/collectors.h"
#include "base/utf8.h"

namespace allreview::intent {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

constexpr size_t kMaxNameBytes = 60;

std::string Shown(absl::string_view code) {
  const absl::string_view line = code.substr(0, std::min(code.find('\n'), kMaxNameBytes * 2));
  return std::string(CutToBytes(ToDisplayText(line), kMaxNameBytes));
}

const Definition* DefinitionOf(const Module& module, Node node) {
  if (node.Is(Kind::kDecoratedDefinition)) node = node.child(Field::kDefinition);
  if (!node.Is(Kind::kFunctionDefinition) && !node.Is(Kind::kClassDefinition)) return nullptr;
  const Definition* definition = module.EnclosingDefinition(node);
  return definition != nullptr && definition->node == node ? definition : nullptr;
}

std::string OwnerOf(const Module& module, Node node) {
  const Definition* owner = module.EnclosingDefinition(node);
  return owner == nullptr ? "" : owner->name;
}

// The parameter of `function` that holds the node; null: none.
const python::Parameter* ParameterOf(const Definition& function, Node node) {
  const auto after = std::partition_point(
      function.parameters.begin(), function.parameters.end(),
      [&](const python::Parameter& one) { return one.node.index() <= node.index(); });
  if (after == function.parameters.begin()) return nullptr;
  const python::Parameter& parameter = *std::prev(after);
  return parameter.node.Contains(node) ? &parameter : nullptr;
}

// "--lr" of `parser.add_argument("--lr", ...)`.
absl::string_view FlagOf(Node statement) {
  const Node call = statement.named_child(0);
  if (!call.Is(Kind::kCall) ||
      !absl::EndsWith(call.child(Field::kFunction).text(), "add_argument")) {
    return "";
  }
  return Module::StringContent(python::Argument(call, 0, ""));
}

// The statement of a class body or of the module itself binds a name.
bool IsFieldAt(const Module& module, Node statement) {
  if (!statement.named_child(0).Is(Kind::kAssignment)) return false;
  const Definition* around = module.EnclosingDefinition(statement);
  return around == nullptr || around->kind == Definition::Kind::kClass;
}

}  // namespace

About AboutDefinition(const Definition& definition) {
  const bool is_class = definition.kind == Definition::Kind::kClass;
  return {.owner = definition.name,
          .subject = {.kind = is_class ? Subject::Kind::kClass : Subject::Kind::kFunction,
                      .name = definition.name,
                      .first_line = definition.first_line,
                      .last_line = definition.end_line - 1}};
}

About AboutModule(const Module& module) {
  return {.owner = "",
          .subject = {.kind = Subject::Kind::kModule,
                      .name = module.name(),
                      .first_line = 1,
                      .last_line = module.tree().line_count()}};
}

About AboutOf(const Module& module, Node node) {
  if (const Definition* definition = DefinitionOf(module, node)) {
    return AboutDefinition(*definition);
  }
  About about{.owner = OwnerOf(module, node), .subject = {}};
  Subject& subject = about.subject;
  const Definition* function = module.EnclosingFunction(node);
  if (function != nullptr) {
    if (const python::Parameter* parameter = ParameterOf(*function, node)) {
      subject = {Subject::Kind::kParameter, std::string(parameter->name),
                 parameter->node.first_line(), parameter->node.last_line()};
      return about;
    }
  }
  const Node statement = python::StatementOf(node);
  if (!statement) return AboutModule(module);
  if (const Definition* definition = DefinitionOf(module, statement)) {
    return AboutDefinition(*definition);
  }
  subject.first_line = statement.first_line();
  subject.last_line = python::HeaderLastLine(statement);
  if (const absl::string_view flag = FlagOf(statement); !flag.empty()) {
    subject.kind = Subject::Kind::kFlag;
    subject.name = Shown(flag);
  } else if (IsFieldAt(module, statement)) {
    subject.kind = Subject::Kind::kField;
    subject.name = Shown(statement.named_child(0).child(Field::kLeft).text());
  } else {
    subject.kind = Subject::Kind::kStatement;
    subject.name = Shown(statement.text());
  }
  return about;
}

}  // namespace allreview::intent
