#include "services/analysis/change_model/stories/effects.h"

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"
#include "analyzers/torch/host_sync.h"
#include "services/analysis/change_model/graph/calls.h"
#include "services/analysis/change_model/stories/communication.h"
#include "services/analysis/change_model/stories/outside_calls.h"
#include "services/analysis/change_model/stories/uses.h"
#include "services/analysis/change_model/symbols/one_line.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;
using v1::Effect;

// x.append(...) and its like. `add` and `remove` are also methods of tensors or of nothing else.
bool ChangesContainer(absl::string_view method) {
  for (absl::string_view name : {"append", "extend", "insert", "pop", "popitem", "update", "clear",
                                 "setdefault", "remove", "appendleft", "popleft"}) {
    if (method == name) return true;
  }
  return false;
}

bool IsInplaceMethod(absl::string_view method) {
  return method.size() > 1 && method.back() == '_' && method.front() != '_' &&
         method != "requires_grad_" && method != "share_memory_";
}

class EffectCollector {
 public:
  EffectCollector(const Statements& statements, const python::Values& values)
      : statements_(statements), module_(statements.module()), values_(values) {
    for (const python::Parameter& parameter : statements.definition().parameters) {
      if (parameter.name != SelfOf(statements)) parameters_.insert(std::string(parameter.name));
    }
  }

  std::vector<Effect> Collect() {
    int inside_until = 0;
    for (int i = 0; i < statements_.size(); ++i) {
      if (i < inside_until) continue;
      const Statement& statement = statements_[i];
      // What is called here runs here.
      const bool runs_later = statement.kind == v1::Step::KIND_DEFINITION && !IsCalled(statement);
      if (runs_later) inside_until = statement.end;
      CollectFrom(statement);
    }
    return std::move(effects_);
  }

 private:
  bool IsCalled(const Statement& definition) {
    if (!called_) {
      called_.emplace();
      for (const Statement& statement : statements_.all()) {
        ForEachHeaderNode(statement, [&](Node node) {
          const Node function = node.child(Field::kFunction);
          if (node.Is(Kind::kCall) && function.Is(Kind::kIdentifier)) {
            called_->emplace(function.text());
          }
        });
      }
    }
    return called_->count(std::string(definition.node.child(Field::kName).text())) > 0;
  }

  void CollectFrom(const Statement& statement) {
    CollectWrites(statement);
    uint32_t skip_until = 0;
    ForEachHeaderNode(statement, [&](Node node) {
      if (node.index() < skip_until) return;
      if (node.Is(Kind::kLambda)) skip_until = node.subtree_end();
      if (node.Is(Kind::kCall)) CollectCall(node);
      if (node.Is(Kind::kSubscript)) CollectEnvironment(node);
    });
  }

  void Add(Effect::Kind kind, std::string what, Node at) {
    if (what.empty() || !seen_.emplace(kind, what).second) return;
    Effect effect;
    effect.set_kind(kind);
    effect.set_what(std::move(what));
    *effect.mutable_range() = ToProto(rules::RangeOf(module_, at));
    effects_.push_back(std::move(effect));
  }

  // ---- What is assigned.

  void CollectWrites(const Statement& statement) {
    for (const Use& use : UsesOf(statements_, statement)) {
      if (!use.is_write) continue;
      if (absl::StartsWith(use.name, "self.")) {
        Add(Effect::KIND_SETS_ATTRIBUTE, use.name, use.node);
      } else if (use.is_binding) {
        parameters_.erase(use.name);  // From here on it is a local name.
      } else if (parameters_.count(use.name) > 0) {
        Add(Effect::KIND_CHANGES_ARGUMENT, ChangedPart(use.node), use.node);
      }
    }
    ForEachHeaderNode(statement, [&](Node node) {
      if (node.Is(Kind::kIdentifier) && rules::IsVariable(node) && rules::IsRebound(node) &&
          module_.scopes().LookUp(node, node.text()) == 0) {
        Add(Effect::KIND_SETS_GLOBAL, std::string(node.text()), node);
      }
    });
  }

  // "config.size" of `config.size = 1`, "x[...]" of `x[0] = 1`, "x" of `x.add_(1)`.
  static std::string ChangedPart(Node identifier) {
    const Node parent = identifier.parent();
    if (identifier.field() == Field::kObject && parent.Is(Kind::kAttribute) &&
        !parent.parent().Is(Kind::kCall)) {
      return OneLine(parent.text(), 60);
    }
    if (identifier.field() == Field::kValue && parent.Is(Kind::kSubscript)) {
      return absl::StrCat(identifier.text(), "[...]");
    }
    return std::string(identifier.text());
  }

  // ---- What is called.

  void CollectCall(Node call) {
    const Node function = call.child(Field::kFunction);
    if (const auto communication = CommunicationOf(module_, call)) {
      Add(Effect::KIND_COMMUNICATES, communication->ForEffect(), call);
      return;
    }
    const std::string name = module_.Resolve(function);
    if (function.Is(Kind::kAttribute)) CollectMethod(call, function);
    CollectSetattr(call, name);
    if (DrawsRandom(call, name) || ForksRandomState(call)) {
      Add(Effect::KIND_DRAWS_RANDOM, ShortCallee(call), call);
    }
    if (torch::FindHostSync(module_, values_, call)) {
      Add(Effect::KIND_SYNCHRONIZES, OneLine(call.text(), 60), call);
    }
    if (WritesFile(call, name)) Add(Effect::KIND_WRITES_FILE, OneLine(call.text(), 60), call);
    if (const std::string variable = EnvironmentVariableOf(module_, call); !variable.empty()) {
      Add(Effect::KIND_READS_ENVIRONMENT, variable, call);
    }
    if (Logs(call, name)) Add(Effect::KIND_LOGS, ShortCallee(call), call);
  }

  // Changes of what `x.f()` and `self.x.f()` are called upon.
  void CollectMethod(Node call, Node function) {
    const absl::string_view method = function.child(Field::kAttribute).text();
    if (!IsInplaceMethod(method) && !ChangesContainer(method)) return;
    Node object = function.child(Field::kObject);
    if (object.Is(Kind::kAttribute) && object.child(Field::kAttribute).text() == "data") {
      object = object.child(Field::kObject);
    }
    const Node base = rules::BaseOf(object);
    const bool is_plain = object.Is(Kind::kIdentifier) || object.Is(Kind::kAttribute);
    if (is_plain && base.Is(Kind::kIdentifier) && parameters_.count(std::string(base.text())) > 0) {
      Add(Effect::KIND_CHANGES_ARGUMENT, OneLine(object.text(), 60), call);
    } else if (IsOfSelf(object)) {
      Add(Effect::KIND_SETS_ATTRIBUTE,
          absl::StrCat("self.", object.child(Field::kAttribute).text()), call);
    }
  }

  bool IsOfSelf(Node object) const {
    return object.Is(Kind::kAttribute) && !SelfOf(statements_).empty() &&
           object.child(Field::kObject).text() == SelfOf(statements_);
  }

  void CollectSetattr(Node call, const std::string& name) {
    if (name != "builtins.setattr") return;
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (arguments.positional.size() != 3) return;
    const Node object = arguments.positional[0];
    const absl::string_view attribute = Module::StringContent(arguments.positional[1]);
    if (attribute.empty()) return;  // Which one, only a run knows.
    if (object.text() == SelfOf(statements_)) {
      Add(Effect::KIND_SETS_ATTRIBUTE, absl::StrCat("self.", attribute), call);
    } else if (parameters_.count(std::string(object.text())) > 0) {
      Add(Effect::KIND_CHANGES_ARGUMENT, absl::StrCat(object.text(), ".", attribute), call);
    }
  }

  void CollectEnvironment(Node subscript) {
    const std::string variable = EnvironmentVariableOf(module_, subscript);
    if (variable.empty()) return;
    const bool is_set =
        subscript.field() == Field::kLeft && subscript.parent().Is(Kind::kAssignment);
    Add(is_set ? Effect::KIND_SETS_GLOBAL : Effect::KIND_READS_ENVIRONMENT, variable, subscript);
  }

  const Statements& statements_;
  const Module& module_;
  const python::Values& values_;
  std::set<std::string> parameters_;             // That still are what was handed over.
  std::optional<std::set<std::string>> called_;  // Plain names, once somebody asked.
  std::set<std::pair<Effect::Kind, std::string>> seen_;
  std::vector<Effect> effects_;
};

}  // namespace

std::vector<Effect> EffectsOf(const Statements& statements, const python::Values& values) {
  return EffectCollector(statements, values).Collect();
}

}  // namespace allreview::analysis
