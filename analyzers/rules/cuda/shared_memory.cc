#include "analyzers/rules/cuda/shared_memory.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "analyzers/cpp/conditions.h"
#include "analyzers/rules/cuda/device_code.h"
#include "base/poll.h"

namespace allreview::rules {
namespace {

using cpp::Condition;
using cpp::Field;
using cpp::Kind;
using cpp::Node;

constexpr size_t kMaxAccesses = 64;      // Of one variable.
constexpr size_t kMaxVariables = 2'000;  // Of a file that are looked at.

// The element that the use of a name is of, with its indices.
SharedAccess ElementAt(Node name) {
  SharedAccess access = {.at = name};
  for (Node outer = name.parent(); outer.Is(Kind::kSubscriptExpression); outer = outer.parent()) {
    if (outer.child(Field::kArgument) != access.at) break;
    access.indices.push_back(outer.child(Field::kIndices).named_child(0));
    access.at = outer;
  }
  return access;
}

bool IsReference(Node init_declarator) {
  return init_declarator.child(Field::kDeclarator).Is(Kind::kReferenceDeclarator);
}

// Whether the element is read or written there. False: neither is certain.
bool Classify(SharedAccess* access) {
  Node below = access->at, outer = below.parent();
  while (outer.Is(Kind::kFieldExpression) && outer.child(Field::kArgument) == below) {
    below = outer;
    outer = outer.parent();
  }
  switch (outer.kind()) {
    case Kind::kAssignmentExpression:
      access->is_write = outer.child(Field::kLeft) == below;
      if (access->is_write) access->write_byte = outer.end_byte();
      access->is_read = !access->is_write || outer.child(Field::kOperator).text() != "=";
      return true;
    case Kind::kUpdateExpression:
      access->is_write = access->is_read = true;
      access->write_byte = outer.end_byte();
      return true;
    case Kind::kInitDeclarator:
      access->is_read = true;
      return !IsReference(outer);
    case Kind::kArgumentList: {
      access->is_read = true;
      const absl::string_view callee = cpp::CalleeName(outer.parent());
      return callee == "min" || callee == "max" || callee == "fmaxf" || callee == "fminf" ||
             absl::EndsWith(callee, "_cast") || absl::StartsWith(callee, "exp") ||
             absl::StartsWith(callee, "rsqrt");
    }
    case Kind::kPointerExpression:
    case Kind::kFieldExpression:
    case Kind::kCallExpression:
    case Kind::kInitializerList:
    case Kind::kLambdaCaptureSpecifier:
      return false;
    default:
      access->is_read = true;
      return true;
  }
}

bool IsPlainValue(const cpp::Variable& variable) {
  const cpp::Type& type = variable.type;
  if (type.kind == cpp::TypeKind::kUnknown) return !variable.extents.empty();
  return type.kind == cpp::TypeKind::kInteger || type.kind == cpp::TypeKind::kFloating ||
         type.kind == cpp::TypeKind::kBool || type.kind == cpp::TypeKind::kTemplate;
}

// `i % n`, `i & 31`: whose slot that is, depends on numbers.
bool IsFolded(Node index) {
  constexpr size_t kMaxBytes = 200;
  return index.text().substr(0, kMaxBytes).find_first_of("%&/>?") != absl::string_view::npos;
}

// The two never run in one pass: in an `if` and its `else`, or behind an exit.
bool AreApart(const std::vector<Condition>& a, const std::vector<Condition>& b, Node write) {
  for (const Condition& one : a) {
    for (const Condition& other : b) {
      Poll();
      if (one.statement == other.statement && one.expression == other.expression &&
          one.is_true != other.is_true) {
        return true;
      }
    }
  }
  return std::any_of(b.begin(), b.end(), [&](const Condition& condition) {
    return condition.kind == Condition::Kind::kEarlyExit && condition.statement.Contains(write);
  });
}

bool Holds(const std::vector<Condition>& conditions, const Condition& searched) {
  return std::any_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
    return condition.statement == searched.statement && condition.is_true == searched.is_true;
  });
}

// The innermost loop around both. Null: none.
Node CommonLoop(Node a, Node b) {
  for (Node loop : cpp::LoopsAround(a)) {
    if (loop.Contains(b)) return loop;
  }
  return Node();
}

}  // namespace

SharedMemory::SharedMemory(const cpp::Unit& unit, const cpp::Function& function) : unit_(unit) {
  size_t seen = 0;
  for (const cpp::Variable& variable : unit.variables()) {
    if (++seen > kMaxVariables) break;
    if (!variable.is_shared || !function.node.Contains(variable.declaration)) continue;
    const bool is_plain = IsPlainValue(variable) && variable.extents.size() <= 2;
    if (is_plain && !absl::StrContains(variable.declaration.text(), "volatile")) {
      variables_.push_back(&variable);
    }
  }
  if (variables_.empty()) return;
  for (Node call : function.body.descendants(Kind::kCallExpression)) {
    if (MayWait(unit, call)) waits_.push_back(call.first_byte());
  }
  for (Node code : function.body.descendants(Kind::kGnuAsmExpression)) {
    waits_.push_back(code.first_byte());
  }
  std::sort(waits_.begin(), waits_.end());
}

std::vector<SharedAccess> SharedMemory::AccessesOf(const cpp::Variable& variable) const {
  std::vector<SharedAccess> accesses;
  for (Node use : unit_.UsesOf(variable)) {
    if (accesses.size() == kMaxAccesses) return {};
    SharedAccess access = ElementAt(use);
    if (access.indices.size() != variable.extents.size() || !Classify(&access)) return {};
    accesses.push_back(std::move(access));
  }
  return accesses;
}

bool SharedMemory::WaitsBetween(uint32_t first_byte, uint32_t end_byte) const {
  const auto wait = std::lower_bound(waits_.begin(), waits_.end(), first_byte);
  return wait != waits_.end() && *wait < end_byte;
}

// One thread of the block or warp writes what others read.
bool SharedMemory::IsOfOneThread(const SharedAccess& write, const SharedAccess& read) const {
  const std::vector<Condition> of_read = cpp::ConditionsAt(read.at);
  for (const Condition& condition : cpp::ConditionsAt(write.at)) {
    if (condition.kind == Condition::Kind::kIf && condition.is_true &&
        ChoosesOneThread(unit_, condition.expression)) {
      return !Holds(of_read, condition);
    }
  }
  return false;
}

// Threads of one warp, or one thread and what may be its own slot.
bool SharedMemory::MayRunInStep(const SharedAccess& write, const SharedAccess& read) const {
  const std::vector<Condition> of_write = cpp::ConditionsAt(write.at);
  const bool is_fixed = std::all_of(read.indices.begin(), read.indices.end(), [&](Node index) {
    return unit_.ConstantOf(index).has_value();
  });
  for (const Condition& condition : cpp::ConditionsAt(read.at)) {
    if (condition.kind != Condition::Kind::kIf || !condition.is_true) continue;
    if (is_fixed && ChoosesOneThread(unit_, condition.expression)) return true;
    if (LeavesWarpsOut(unit_, condition.expression) && Holds(of_write, condition)) return true;
  }
  return false;
}

bool SharedMemory::Crosses(const SharedAccess& write, const SharedAccess& read) const {
  if (MayRunInStep(write, read)) return false;
  const bool is_of_one = IsOfOneThread(write, read);
  if (write.indices.empty()) return is_of_one;
  bool is_same = true;
  for (size_t i = 0; i < write.indices.size(); ++i) {
    if (IsFolded(read.indices[i])) return false;
    is_same &= Meaning(unit_, write.indices[i]) == Meaning(unit_, read.indices[i]);
    const bool is_own = IsThreadIndex(unit_, write.indices[i]);
    const bool is_fixed = unit_.ConstantOf(write.indices[i]).has_value();
    if (is_of_one ? !is_fixed : !is_own) return false;
  }
  return is_of_one == is_same;
}

template <typename Test>
std::optional<SharedRace> SharedMemory::FindRace(const cpp::Variable& variable, Test test) const {
  const std::vector<SharedAccess> accesses = AccessesOf(variable);
  for (const SharedAccess& write : accesses) {
    if (!write.is_write) continue;
    const std::vector<Condition> of_write = cpp::ConditionsAt(write.at);
    for (const SharedAccess& read : accesses) {
      if (!read.is_read || read.at == write.at || !Crosses(write, read)) continue;
      if (AreApart(of_write, cpp::ConditionsAt(read.at), write.at)) continue;
      if (std::optional<SharedRace> race = test(write, read.at)) return race;
    }
  }
  return std::nullopt;
}

std::optional<SharedRace> SharedMemory::ReadBeforeBarrier(const cpp::Variable& variable) const {
  return FindRace(variable, [&](const SharedAccess& write, Node read) -> std::optional<SharedRace> {
    if (write.write_byte <= read.first_byte()) {
      if (WaitsBetween(write.write_byte, read.first_byte())) return std::nullopt;
      return SharedRace{.write = write.at, .read = read};
    }
    const Node loop = CommonLoop(write.at, read);
    if (!loop || WaitsBetween(loop.first_byte(), read.first_byte()) ||
        WaitsBetween(write.write_byte, loop.end_byte())) {
      return std::nullopt;
    }
    return SharedRace{.write = write.at, .read = read, .loop = loop};
  });
}

std::optional<SharedRace> SharedMemory::OverwrittenInNextRound(
    const cpp::Variable& variable) const {
  return FindRace(variable, [&](const SharedAccess& write, Node read) -> std::optional<SharedRace> {
    const Node loop = CommonLoop(write.at, read);
    if (!loop || write.write_byte > read.first_byte()) return std::nullopt;
    if (!WaitsBetween(write.write_byte, read.first_byte())) return std::nullopt;
    if (WaitsBetween(loop.first_byte(), write.at.first_byte())) return std::nullopt;
    // The loop around the read alone may wait further down, in each of its rounds.
    if (WaitsBetween(read.end_byte(), loop.end_byte())) return std::nullopt;
    return SharedRace{.write = write.at, .read = read, .loop = loop};
  });
}

}  // namespace allreview::rules
