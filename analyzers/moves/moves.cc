#include "analyzers/moves/moves.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include "analyzers/repository/dotted_names.h"
#include "base/poll.h"

namespace allreview::moves {
namespace {

using python::Definition;
using python::Module;
using python::Node;

constexpr int kMinTokensOfPart = 12;

Trace::How HowOf(UnitMatch::How how) { return static_cast<Trace::How>(how); }

const Definition* DefinitionOf(const Units& units, const Unit& unit) {
  return unit.definition < 0 ? nullptr : &units.module().definitions()[unit.definition];
}

// All lines of it are new.
bool IsTouchedThroughout(const VersionPair& file, const NamedCode& code) {
  const auto first = std::lower_bound(file.touched.begin(), file.touched.end(), code.first_line);
  const auto end = std::lower_bound(first, file.touched.end(), code.end_line);
  return end - first >= code.end_line - code.first_line;
}

// Names of one version that the other does not have.
std::vector<LoneName> LoneNames(const std::vector<NamedCode>& names,
                                const std::vector<NamedCode>& others, int file) {
  std::set<NamedCodeKey> known;
  for (const NamedCode& other : others) known.insert(KeyOf(other));
  std::vector<LoneName> lone;
  for (const NamedCode& code : names) {
    Poll();
    if (!known.count(KeyOf(code))) lone.push_back({&code, file});
  }
  return lone;
}

// Gives definitions of both versions the same number when they are the same thing.
class GroupNumbers {
 public:
  using Key = std::tuple<int32_t, std::string, int>;  // Group around, name, occurrence.

  int32_t New() { return next_++; }

  std::vector<int32_t> Number(const Module& module, int32_t of_module,
                              const std::map<const Definition*, int32_t>& known) {
    std::map<std::pair<int32_t, absl::string_view>, int> seen;
    std::vector<int32_t> groups;
    for (const Definition& definition : module.definitions()) {
      Poll();
      const int32_t around = definition.parent < 0 ? of_module : groups[definition.parent];
      const int occurrence = seen[{around, definition.simple_name}]++;
      const auto given = known.find(&definition);
      if (given != known.end()) {
        groups.push_back(given->second);
        continue;
      }
      const auto [group, is_new] =
          groups_.try_emplace({around, std::string(definition.simple_name), occurrence}, next_);
      next_ += is_new;
      groups.push_back(group->second);
    }
    groups.push_back(of_module);
    return groups;
  }

 private:
  int32_t next_ = 0;
  std::map<Key, int32_t> groups_;
};

}  // namespace

Moves::Moves(std::vector<VersionPair> files) : files_(std::move(files)) {
  const bool has_old_code = std::any_of(
      files_.begin(), files_.end(), [](const VersionPair& file) { return file.before != nullptr; });
  names_before_.resize(files_.size());
  names_after_.resize(files_.size());
  if (!has_old_code) return;  // A tree that nobody changed.
  MatchNames();
  ReadUnits();
  NumberGroups();
  MatchUnits(before_, after_);
  CollectRuns();
  CollectParts();
}

void Moves::MatchNames() {
  std::vector<LoneName> removed, added;
  for (size_t i = 0; i < files_.size(); ++i) {
    const VersionPair& file = files_[i];
    if (file.before != nullptr) names_before_[i] = NamedCodeOf(*file.before, file.after);
    if (file.after != nullptr) names_after_[i] = NamedCodeOf(*file.after, file.before);
    const int index = static_cast<int>(i);
    if (file.is_after_known()) {
      const std::vector<LoneName> gone = LoneNames(names_before_[i], names_after_[i], index);
      removed.insert(removed.end(), gone.begin(), gone.end());
    }
    for (const LoneName& lone : LoneNames(names_after_[i], names_before_[i], index)) {
      if (file.is_before_known() || IsTouchedThroughout(file, *lone.code)) added.push_back(lone);
    }
  }
  names_ = FindNameMoves(removed, added);
  for (const NameMove& move : names_) {
    const NamedCode &from = *move.from.code, &to = *move.to.code;
    by_code_[{to.code.tree(), to.code.index()}] = &move;
    if (from.definition == nullptr || to.definition == nullptr) continue;
    from_[to.definition] = from.definition;
    to_[from.definition] = to.definition;
  }
}

void Moves::ReadUnits() {
  for (size_t i = 0; i < files_.size(); ++i) {
    for (Side* side : {&before_, &after_}) {
      const Module* const module = side == &before_ ? files_[i].before : files_[i].after;
      side->files.push_back(nullptr);
      if (module == nullptr) continue;
      units_.push_back(std::make_unique<Units>(*module));
      side->files.back() = units_.back().get();
      file_of_tree_[&module->tree()] = static_cast<int>(i);
    }
  }
}

void Moves::NumberGroups() {
  GroupNumbers numbers;
  std::map<const Definition*, int32_t> of_old;
  std::vector<int32_t> of_modules;
  std::map<int32_t, const Definition*> new_ones;
  for (const VersionPair& file : files_) {
    of_modules.push_back(numbers.New());
    after_.groups.emplace_back();
    if (file.after == nullptr) continue;
    after_.groups.back() = numbers.Number(*file.after, of_modules.back(), {});
    for (size_t i = 0; i < file.after->definitions().size(); ++i) {
      const Definition& definition = file.after->definitions()[i];
      new_ones[after_.groups.back()[i]] = &definition;
      const auto from = from_.find(&definition);
      if (from != from_.end()) of_old[from->second] = after_.groups.back()[i];
    }
  }
  for (size_t file = 0; file < files_.size(); ++file) {
    before_.groups.emplace_back();
    const Module* const module = files_[file].before;
    if (module == nullptr) continue;
    before_.groups.back() = numbers.Number(*module, of_modules[file], of_old);
    for (size_t i = 0; i < module->definitions().size(); ++i) {
      const auto now = new_ones.find(before_.groups.back()[i]);
      if (now == new_ones.end()) continue;
      from_.emplace(now->second, &module->definitions()[i]);
      to_.emplace(&module->definitions()[i], now->second);
    }
  }
}

void Moves::CollectRuns() {
  for (size_t file = 0; file < after_.files.size(); ++file) {
    if (after_.files[file] == nullptr) continue;
    const Units& now = *after_.files[file];
    int last = -1, old_last = -1;  // Of the run that grows.
    for (int i = 0; i < std::ssize(now.all());) {
      Poll();
      const UnitMatch& match = after_.matches[file][i];
      if (match.is_header || match.how <= UnitMatch::How::kStayed) {
        ++i;
        continue;
      }
      const Units& old = *before_.files[match.file];
      // What came last may be of another file, where `old_last` means something else.
      const bool goes_on = last >= 0 && now.Next(last) == i &&
                           runs_.back().from_module == &old.module() &&
                           old.Next(old_last) == match.unit && runs_.back().how == HowOf(match.how);
      if (!goes_on) {
        runs_.push_back({.from_module = &old.module(),
                         .to_module = &now.module(),
                         .from = old.NodeOf(match.unit),
                         .to = now.NodeOf(i),
                         .how = HowOf(match.how)});
      }
      runs_.back().from_last = old.NodeOf(match.unit);
      runs_.back().to_last = now.NodeOf(i);
      last = i, old_last = match.unit;
      i = now.all()[i].inner_end;
    }
  }
}

void Moves::CollectParts() {
  std::map<std::tuple<int, int, int, int>, Part>
      found;  // By files and definitions, new ones first.
  for (size_t file = 0; file < after_.files.size(); ++file) {
    if (after_.files[file] == nullptr) continue;
    const Units& now = *after_.files[file];
    int counted_to = 0;  // What lies in a statement that moved is counted with it.
    for (int i = 0; i < std::ssize(now.all()); ++i) {
      Poll();
      const Unit& unit = now.all()[i];
      const UnitMatch& match = after_.matches[file][i];
      if (i < counted_to || unit.is_call() || match.how == UnitMatch::How::kNone ||
          match.is_header) {
        continue;
      }
      counted_to = unit.inner_end;
      if (match.how == UnitMatch::How::kStayed) continue;
      const Units& old = *before_.files[match.file];
      const Unit& from = old.all()[match.unit];
      Part& part = found[{static_cast<int>(file), unit.definition, match.file, from.definition}];
      part.from_module = &old.module();
      part.to_module = &now.module();
      part.from = DefinitionOf(old, from);
      part.to = DefinitionOf(now, unit);
      ++part.statements;
      part.tokens += static_cast<int>(unit.size());
    }
  }
  for (const auto& [key, part] : found) {
    if (part.to != nullptr) arrived_[part.to] += part.tokens;
    if (part.tokens >= kMinTokensOfPart) parts_.push_back(part);
  }
}

const NameMove* Moves::MoveTo(Node code) const {
  const auto found = by_code_.find({code.tree(), code.index()});
  return found == by_code_.end() ? nullptr : found->second;
}

const Definition* Moves::WhereFrom(const Definition& definition) const {
  const auto found = from_.find(&definition);
  return found == from_.end() ? nullptr : found->second;
}

const Definition* Moves::WhereTo(const Definition& definition) const {
  const auto found = to_.find(&definition);
  return found == to_.end() ? nullptr : found->second;
}

bool Moves::IsNew(const Definition& definition) const {
  if (WhereFrom(definition) != nullptr) return false;
  if (WhereFrom(definition.outer).IsFromElsewhere()) return false;
  const auto arrived = arrived_.find(&definition);
  if (arrived == arrived_.end()) return true;
  const int file = FileOf(after_, definition.outer);
  int all = 0;
  const Units& units = *after_.files[file];
  for (int i = units.Around(definition.outer) + 1;
       i < std::ssize(units.all()) && units.all()[i].node < definition.outer.subtree_end(); ++i) {
    const Unit& unit = units.all()[i];
    if (unit.block != static_cast<int32_t>(definition.body.index())) continue;
    all += static_cast<int>(unit.size());
  }
  return arrived->second * 5 < all * 4;
}

bool Moves::IsGone(const Definition& definition) const {
  const int file = FileOf(before_, definition.outer);
  if (file < 0 || !files_[file].is_after_known()) return false;
  return WhereTo(definition) == nullptr && !BindingAfter(definition);
}

Node Moves::BindingAfter(const Definition& definition) const {
  const int file = FileOf(before_, definition.outer);
  const Module* const after = file < 0 ? nullptr : files_[file].after;
  if (after == nullptr) return Node();
  uint32_t scope = 0;
  const absl::string_view owner = repository::OwnerOf(definition.name);
  if (!owner.empty()) {
    const Definition* const around = after->FindDefinition(owner);
    if (around == nullptr) return Node();
    scope = after->scopes().ScopeOf(around->body.named_child(0));
  }
  Node last;
  for (const python::Binding& binding : after->scopes().BindingsOf(scope, definition.simple_name)) {
    if (binding.kind != python::Binding::Kind::kDelete) last = binding.node;
  }
  return last;
}

int Moves::FileOf(const Side& side, Node node) const {
  const auto file = file_of_tree_.find(node.tree());
  if (file == file_of_tree_.end()) return -1;
  const Units* const units = side.files[file->second];
  return units != nullptr && &units->module().tree() == node.tree() ? file->second : -1;
}

Trace Moves::Follow(const Side& from, const Side& to, Node node) const {
  const int file = FileOf(from, node);
  if (file < 0) return {};
  const int unit = from.files[file]->Around(node);
  if (unit < 0) return {};
  const UnitMatch& match = from.matches[file][unit];
  if (match.how == UnitMatch::How::kNone) return {};
  const Units& others = *to.files[match.file];
  return {HowOf(match.how), &others.module(), others.NodeOf(match.unit), match.is_header};
}

}  // namespace allreview::moves
