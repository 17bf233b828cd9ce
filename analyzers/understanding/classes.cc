// The part of Knowledge that knows classes: what they inherit, and what their instances store.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/understanding/answers.h"
#include "analyzers/understanding/builtin_attributes.h"
#include "analyzers/understanding/file_paths.h"
#include "analyzers/understanding/foreign_classes.h"
#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

constexpr size_t kMaxBases = 50;

// What a class has of a base besides its order.
void TakeOver(const ClassInfo& base, ClassInfo& info) {
  info.external.insert(info.external.end(), base.external.begin(), base.external.end());
  info.is_certain = info.is_certain && base.is_certain;
  info.is_external_first |= base.is_external_first;
}

// class A(torch.nn.Module, Mixin): what the module has hides what the mixin has. What `base`
// inherits from itself stands behind it.
bool IsHidden(Knowledge& knowledge, const ClassInfo& info, CodeRef base, absl::string_view name) {
  const std::vector<std::string>& behind = knowledge.ClassOf(base).external;
  return std::any_of(info.external.begin(), info.external.end(), [&](const std::string& other) {
    if (std::find(behind.begin(), behind.end(), other) != behind.end()) return false;
    return !IsKnownBase(other) || absl::StartsWith(name, "__") || BaseHasAttribute(other, name);
  });
}

}  // namespace

// Asked from outside: a question of its own, for what it meets must have one to depend on.
const ClassInfo& Knowledge::ClassAlone(CodeRef a_class) {
  hand_ = Hand();
  questions_.push_back({.about = {}, .is_class = true});
  ClassInfo info = ClassOf(a_class);
  EndQuestion();
  return answers_.classes.insert_or_assign(a_class, {.answer = std::move(info), .met = hand_.met})
      .first->second.answer;
}

const ClassInfo& Knowledge::ClassOf(CodeRef a_class) {
  if (const ClassInfo* known = FindAnswer(&Answers::classes, a_class)) return *known;
  if (questions_.empty()) return ClassAlone(a_class);
  const auto ring = std::find_if(inheriting_.begin(), inheriting_.end(),
                                 [&](const auto& one) { return one.first == a_class; });
  if (ring != inheriting_.end() || inheriting_.size() > kMaxBases) {
    Meet(ring != inheriting_.end() ? ring->second : 0);
    static const ClassInfo* const unknown = new ClassInfo{.is_certain = false, .is_dynamic = true};
    return *unknown;
  }
  Hand outer = std::exchange(hand_, Hand());
  inheriting_.push_back({a_class, static_cast<int>(questions_.size()) - 1});
  ClassInfo info = Inherited(a_class);
  inheriting_.pop_back();
  Answers& home = AnswersOf(hand_.touched);
  return Keep(home.classes, a_class, std::move(info), outer);
}

// What a class says of its bases; unknown ones make it uncertain.
ClassInfo Knowledge::BasesOf(CodeRef a_class) {
  ClassInfo bases;
  const std::vector<Value>* const made_with = MadeWith(a_class);
  if (made_with == nullptr) {
    bases.is_certain = false;
    return bases;
  }
  for (const Value& base : std::vector<Value>(*made_with)) {
    const Value forced = Forced(base);
    const Atom* const only = forced.only();
    if (only != nullptr && only->kind == Kind::kClass) {
      bases.own.push_back(only->code);
      bases.is_external_first |= !bases.external.empty();
    } else if (only != nullptr && only->kind == Kind::kExternal) {
      bases.external.push_back(only->text);
    } else {
      bases.is_certain = false;
    }
  }
  return bases;
}

// Python's order of look-up (C3): a class stands before its bases, and they in the order in which
// it names them. https://docs.python.org/3/howto/mro.html
ClassInfo Knowledge::Inherited(CodeRef a_class) {
  ClassInfo info = BasesOf(a_class);
  std::vector<std::vector<CodeRef>> rows;
  size_t total = 0;
  if (std::find(info.own.begin(), info.own.end(), a_class) != info.own.end()) info.own.clear();
  for (CodeRef base : info.own) {
    const ClassInfo& inherited = ClassOf(base);
    total += inherited.own.size();
    if (total > kMaxBases) break;
    rows.push_back(inherited.own);
    TakeOver(inherited, info);
  }
  info.is_certain = info.is_certain && total <= kMaxBases;
  rows.push_back(info.own);
  info.own = {a_class};
  const auto waits = [&](CodeRef candidate) {
    return std::any_of(rows.begin(), rows.end(), [&](const std::vector<CodeRef>& row) {
      return !row.empty() && std::find(row.begin() + 1, row.end(), candidate) != row.end();
    });
  };
  while (true) {
    const auto next = std::find_if(rows.begin(), rows.end(), [&](const auto& row) {
      return !row.empty() && !waits(row.front());
    });
    if (next == rows.end()) break;
    const CodeRef taken = next->front();
    info.own.push_back(taken);
    for (std::vector<CodeRef>& row : rows) {
      if (!row.empty() && row.front() == taken) row.erase(row.begin());
    }
  }
  // Python refuses what is left over.
  info.is_certain = info.is_certain && std::all_of(rows.begin(), rows.end(),
                                                   [](const auto& row) { return row.empty(); });
  info.is_dynamic =
      !info.is_certain || !std::all_of(info.external.begin(), info.external.end(), IsKnownBase);
  AddFields(a_class, info);
  return info;
}

Value Knowledge::ClassAttribute(CodeRef a_class, absl::string_view name) {
  const ClassInfo& info = ClassOf(a_class);
  for (CodeRef own : info.own) {
    const std::optional<ir::Register> local = program_.FindLocal(own, name);
    if (!local) continue;
    const bool is_behind = info.is_external_first && own != a_class;
    if (is_behind && IsHidden(*this, info, own, name)) return Value::Unknown();
    Value value = Forced(LocalOf(own, *local));
    if (!value.is_impossible()) return value;
  }
  return Value();
}

Value Knowledge::InstanceAttribute(CodeRef a_class, absl::string_view name) {
  Value value;
  for (CodeRef own : ClassOf(a_class).own) {
    if (!StoredNames(own).contains(name)) continue;
    const Attributes& attributes = AttributesOf(own);
    const auto found = attributes.find(name);
    if (found != attributes.end()) value = value.JoinedWith(found->second);
  }
  return value;
}

// Under which names its methods, and functions in them, store something in any object.
const absl::flat_hash_set<absl::string_view>& Knowledge::StoredNames(CodeRef a_class) {
  if (const auto known = stored_names_.find(a_class); known != stored_names_.end()) {
    return known->second;
  }
  absl::flat_hash_set<absl::string_view> names;
  std::vector<uint32_t> waiting = program_.InnerCodes(a_class);
  while (!waiting.empty()) {
    const CodeRef current = {a_class.file, waiting.back()};
    waiting.pop_back();
    for (const ir::Instruction& instruction : program_.code(current).instructions) {
      if (instruction.op != ir::Op::kSetAttribute) continue;
      names.insert(program_.name(a_class.file, instruction.name));
    }
    const std::vector<uint32_t>& inner = program_.InnerCodes(current);
    waiting.insert(waiting.end(), inner.begin(), inner.end());
  }
  return stored_names_.emplace(a_class, std::move(names)).first->second;
}

// Stores may read what other stores write: they are looked at twice, and what then still changes is
// unknown.
const Knowledge::Attributes& Knowledge::AttributesOf(CodeRef a_class) {
  if (const Attributes* known = FindAnswer(&Answers::attributes, a_class)) return *known;
  if (const int under_way = FindQuestion(a_class, true); under_way >= 0) {
    Meet(under_way);
    return questions_[static_cast<size_t>(under_way)].attributes;
  }
  Hand outer = std::exchange(hand_, Hand());
  const bool was_cut = std::exchange(is_cut_, false);
  questions_.push_back({.about = a_class, .is_class = true});
  question().attributes = StoresOf(a_class);
  Attributes attributes = StoresOf(a_class);
  for (auto& [name, value] : attributes) {
    const Value before = question().attributes[name];
    if (IsExhausted() || !(before.JoinedWith(value) == before)) value = Value::Unknown();
  }
  is_cut_ = was_cut;
  EndQuestion();
  Answers& home = AnswersOf(hand_.touched);
  return Keep(home.attributes, a_class, std::move(attributes), outer);
}

// What a method, or a function in it, may store in ways that its run did not show.
void Knowledge::StoresUnseen(CodeRef method, const std::vector<bool>& is_seen,
                             Attributes& attributes) {
  std::vector<CodeRef> waiting = {method};
  while (!waiting.empty()) {
    const CodeRef current = waiting.back();
    waiting.pop_back();
    const ir::Code& code = program_.code(current);
    for (size_t i = 0; i < code.instructions.size(); ++i) {
      const ir::Instruction& instruction = code.instructions[i];
      if (instruction.op != ir::Op::kSetAttribute || (current == method && is_seen[i])) continue;
      attributes[program_.name(current.file, instruction.name)] = Value::Unknown();
    }
    for (uint32_t inner : program_.InnerCodes(current)) waiting.push_back({method.file, inner});
  }
}

Knowledge::Attributes Knowledge::StoresOf(CodeRef a_class) {
  Attributes attributes;
  const std::vector<ir::Code>& codes = program_.file(a_class.file).code.codes;
  for (uint32_t i : program_.InnerCodes(a_class)) {
    if (codes[i].kind != ir::Code::Kind::kFunction) continue;
    const CodeRef method = {a_class.file, i};
    const bool stores = std::any_of(
        codes[i].instructions.begin(), codes[i].instructions.end(),
        [](const auto& instruction) { return instruction.op == ir::Op::kSetAttribute; });
    std::vector<bool> is_seen(codes[i].instructions.size());
    if (stores) {
      // An object is made once: what it is made with are numbers of its own.
      const bool is_constructor = IsConstructor(method);
      for (const Store& store :
           RunOf(method, is_constructor ? NamedParameters(method) : DeclaredParameters(method))
               .stores) {
        if (store.of_class != a_class) continue;
        is_seen[store.instruction] = true;
        Value& value = attributes[store.attribute];
        value = value.JoinedWith(is_constructor ? store.value : store.value.Unnamed());
      }
    }
    StoresUnseen(method, is_seen, attributes);
  }
  return attributes;
}

std::optional<bool> Knowledge::IsInstance(const Atom& atom, const Value& classes) {
  if (classes.is_open() || classes.is_impossible()) return std::nullopt;
  bool is_certainly_not = true;
  std::vector<Value> each;
  for (const Atom& one : classes.atoms()) {
    if (one.kind == Kind::kTuple && one.is_sized) {
      each.insert(each.end(), one.parts.begin(), one.parts.end());
    } else {
      each.push_back(Value(one));
    }
  }
  for (const Value& one : each) {
    const Atom* const a_class = one.only();
    if (a_class == nullptr) return std::nullopt;
    const std::optional<bool> is_one = IsInstanceOfOne(atom, *a_class);
    if (is_one == true)
      return each.size() == 1 || classes.only() != nullptr ? is_one : std::nullopt;
    is_certainly_not &= is_one == false;
  }
  return is_certainly_not ? std::optional(false) : std::nullopt;
}

std::optional<bool> Knowledge::IsInstanceOfOne(const Atom& atom, const Atom& a_class) {
  const absl::string_view type = BuiltinTypeName(atom.kind);
  const bool is_builtin_value = !type.empty() || atom.kind == Kind::kNone;
  if (a_class.kind == Kind::kExternal && is_builtin_value) {
    if (!type.empty() && a_class.text == absl::StrCat("builtins.", type)) return true;
    if (atom.kind == Kind::kBool && a_class.text == "builtins.int") return true;
    const bool is_plain =
        absl::StartsWith(a_class.text, "builtins.") || absl::StartsWith(a_class.text, "torch.");
    // A class of typing or numbers may take it in.
    return is_plain && a_class.text != "builtins.object" ? std::optional(false) : std::nullopt;
  }
  if (a_class.kind == Kind::kClass && is_builtin_value) return false;
  if (IsPath(atom) && atom.is_exact && a_class.kind == Kind::kExternal) {
    if (a_class.text == kPathClass) return true;
    const bool is_another = absl::StartsWith(a_class.text, "builtins.") &&
                            a_class.text != "builtins.object" && a_class.text != "builtins.type";
    return is_another ? std::optional(false) : std::nullopt;
  }
  if (a_class.kind == Kind::kClass && atom.kind == Kind::kInstance && atom.code) {
    const ClassInfo& info = ClassOf(atom.code);
    if (std::find(info.own.begin(), info.own.end(), a_class.code) != info.own.end()) return true;
  }
  if (a_class.kind == Kind::kExternal && atom.kind == Kind::kInstance && !atom.code) {
    if (atom.text == a_class.text) return true;
  }
  if (atom.kind == Kind::kTensor && a_class.text == "torch.Tensor") return true;
  return std::nullopt;  // An instance may be one of a subclass.
}

Value Knowledge::InstancesOf(const Value& classes) {
  if (classes.is_open() || classes.is_impossible()) return Value::Unknown();
  Value instances;
  for (const Atom& atom : classes.atoms()) {
    if (atom.kind == Kind::kTuple && atom.is_sized) {
      for (const Value& part : atom.parts) {
        const Atom* const only = part.only();
        if (only == nullptr || only->kind == Kind::kTuple) return Value::Unknown();
        instances = instances.JoinedWith(InstancesOf(part));
      }
    } else if (atom.kind == Kind::kClass) {
      instances = instances.JoinedWith(Value::InstanceOf(atom.code).Promised());
    } else if (atom.kind == Kind::kExternal) {
      instances = instances.JoinedWith(ValueOfTypeName(0, atom.text).Promised());
    } else {
      return Value::Unknown();
    }
  }
  return instances;
}

}  // namespace allreview::understanding
