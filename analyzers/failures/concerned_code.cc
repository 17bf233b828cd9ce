#include "analyzers/failures/concerned_code.h"

#include <algorithm>

#include "base/poll.h"

namespace allreview::failures {
namespace {

using change::AnalysedFile;
using change::ChangedHunk;
using python::Kind;
using python::Module;
using python::Node;
using understanding::CodeRef;
using understanding::Program;

// `lines` are sorted.
bool AnyIn(const std::vector<int>& lines, int first, int last) {
  const auto it = std::lower_bound(lines.begin(), lines.end(), first);
  return it != lines.end() && *it <= last;
}

bool AnyIn(const std::vector<int>& lines, Node node) {
  return AnyIn(lines, node.first_line(), node.last_line());
}

// Something is assigned to it.
bool IsTarget(Node node) {
  for (; node; node = node.parent()) {
    if (node.field() == python::Field::kLeft) return true;
    const Kind around = node.parent() ? node.parent().kind() : Kind::kModule;
    if (around != Kind::kPatternList && around != Kind::kTuplePattern) return false;
  }
  return false;
}

// Lines that hold nothing but documentation.
void EraseDocumentation(const Module& module, std::vector<int>& lines) {
  for (uint32_t i = 0; i < module.tree().size(); ++i) {
    const Node node = module.tree().node(i);
    const bool is_documentation = node.Is(Kind::kExpressionStatement) &&
                                  node.named_child_count() == 1 &&
                                  node.named_child(0).Is(Kind::kString);
    if (!is_documentation) continue;
    const auto first = std::lower_bound(lines.begin(), lines.end(), node.first_line());
    lines.erase(first, std::upper_bound(first, lines.end(), node.last_line()));
  }
}

}  // namespace

std::vector<int> ChangedLinesOf(const AnalysedFile& file, change::Side side) {
  std::vector<int> lines;
  for (const ChangedHunk& hunk : file.changed->hunks) {
    const bool is_after = side == change::Side::kRight;
    const std::vector<int>& more = is_after ? hunk.added : hunk.removed;
    lines.insert(lines.end(), more.begin(), more.end());
    if (is_after) lines.insert(lines.end(), hunk.moved.begin(), hunk.moved.end());
  }
  std::sort(lines.begin(), lines.end());
  const Module* const module = side == change::Side::kRight ? file.after : file.before;
  if (module != nullptr) EraseDocumentation(*module, lines);
  return lines;
}

std::vector<BoundName> NamesBoundOn(const Module& module, const std::vector<int>& lines) {
  std::vector<BoundName> names;
  if (lines.empty()) return names;
  Poll(static_cast<int>(module.tree().size()));
  const std::vector<python::Scope>& scopes = module.scopes().scopes();
  for (const python::Binding& binding : module.scopes().bindings()) {
    const python::Scope::Kind kind = scopes[static_cast<size_t>(binding.scope)].kind;
    const bool is_seen =
        kind == python::Scope::Kind::kModule || kind == python::Scope::Kind::kClass;
    if (!is_seen || !AnyIn(lines, binding.node)) continue;
    names.push_back({binding.name, binding.node, binding.kind});
  }
  for (uint32_t i = 0; i < module.tree().size(); ++i) {
    const Node node = module.tree().node(i);
    if (!node.Is(Kind::kAttribute) || !AnyIn(lines, node) || !IsTarget(node)) continue;
    names.push_back({node.child(python::Field::kAttribute).text(), node});
  }
  return names;
}

ChangedNames::ChangedNames(const change::AnalysedChange& change) : is_scan_(change.is_scan()) {
  if (is_scan_) return;
  for (const AnalysedFile& file : change.files()) {
    if (file.after != nullptr) Add(*file.after, ChangedLinesOf(file, change::Side::kRight));
    if (file.before != nullptr) Add(*file.before, ChangedLinesOf(file, change::Side::kLeft));
  }
}

void ChangedNames::Add(const Module& module, const std::vector<int>& lines) {
  if (lines.empty()) return;
  for (const python::Definition& definition : module.definitions()) {
    if (AnyIn(lines, definition.outer)) names_.insert(std::string(definition.simple_name));
  }
  for (const BoundName& bound : NamesBoundOn(module, lines)) names_.emplace(bound.name);
}

bool ChangedNames::Concern(const AnalysedFile& file, const Program& program, CodeRef code) const {
  if (is_scan_ || file.changed->is_added) return true;
  const ir::Code& body = program.code(code);
  const Node node = file.after->tree().node(body.node);
  const bool is_changed = body.kind == ir::Code::Kind::kModule ||
                          file.lines.TouchesDefinition(node.first_line(), node.last_line());
  if (is_changed) return true;
  Poll(static_cast<int>(body.instructions.size()));
  return std::any_of(body.instructions.begin(), body.instructions.end(),
                     [&](const ir::Instruction& instruction) {
                       return instruction.name != ir::kNone &&
                              names_.contains(program.name(code.file, instruction.name));
                     });
}

}  // namespace allreview::failures
