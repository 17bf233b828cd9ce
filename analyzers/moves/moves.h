#ifndef ANALYZERS_MOVES_MOVES_H_
#define ANALYZERS_MOVES_MOVES_H_

// What a change moved, renamed, re-indented and split, over all its files: the one table that is
// asked before anybody says "new" or "gone".
//
//   const Moves moves(versions);
//   if (moves.IsNew(*definition)) ...              no code of the old side became it
//   if (Trace from = moves.WhereFrom(call)) ...    it stood at from.node before
//   if (Trace to = moves.WhereTo(old_raise)) ...   it stands at to.node now
//
// Names: functions, methods, classes, fields, constants and flags (named_code.h), moved or renamed
// as name_moves.h says. Code: statements, blocks and calls, as unit_matches.h says; comments,
// layout and indentation do not count. What cannot be told for certain is new, and gone. Code that
// a change took away and put back is not in it, and not here.
//
// Made once for a change, in about linear time and without recursion; polls. Points into the
// modules. Reading is safe from many threads.

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "analyzers/moves/name_moves.h"
#include "analyzers/moves/named_code.h"
#include "analyzers/moves/unit_matches.h"
#include "analyzers/moves/units.h"
#include "analyzers/moves/version_pair.h"

namespace allreview::moves {

// Where the same code stands on the other side.
struct Trace {
  enum class How {
    kNone,
    kStayed,           // In the same definition, which may be moved or renamed itself.
    kMoved,            // From one definition to another, or between files.
    kMovedToReceiver,  // The same, and what was `x` is `self.x`, or the other way round.
  };
  How how = How::kNone;
  const python::Module* module = nullptr;
  python::Node node = {};
  // Only the header of a statement that holds others: some of these are new or gone.
  bool is_header = false;

  bool IsFromElsewhere() const { return how == How::kMoved || how == How::kMovedToReceiver; }
  explicit operator bool() const { return how != How::kNone; }
};

// Code that went from one definition to another. Null: the module itself.
struct Part {
  const python::Module* from_module = nullptr;
  const python::Module* to_module = nullptr;
  const python::Definition* from = nullptr;
  const python::Definition* to = nullptr;
  int statements = 0, tokens = 0;
};

// Statements that stand below each other on both sides, or a single call, and are in another
// definition than before.
struct Run {
  const python::Module* from_module = nullptr;
  const python::Module* to_module = nullptr;
  python::Node from = {}, from_last = {}, to = {}, to_last = {};
  Trace::How how = Trace::How::kNone;
};

class Moves {
 public:
  explicit Moves(std::vector<VersionPair> files);
  Moves(const Moves&) = delete;
  Moves& operator=(const Moves&) = delete;

  // Names that were moved or renamed.
  const std::vector<NameMove>& names() const { return names_; }
  // That of a name of the new side, by its node (NamedCode::code). Null: none.
  const NameMove* MoveTo(python::Node code) const;

  // The old definition that a new one is: of the same name in its file, moved or renamed. Null:
  // none. WhereTo is the other way round.
  const python::Definition* WhereFrom(const python::Definition& definition) const;
  const python::Definition* WhereTo(const python::Definition& definition) const;
  bool IsMovedOrRenamed(const python::Definition& definition) const {
    return MoveTo(definition.outer) != nullptr;
  }
  // No definition was it before, and less than four fifths of its code came from elsewhere.
  bool IsNew(const python::Definition& definition) const;
  // Its name is bound nowhere in its place on the new side, and it was not moved or renamed.
  bool IsGone(const python::Definition& definition) const;
  // What binds the name of an old definition in its place on the new side: an import or assignment,
  // say. Null: nothing, or the new side is not known.
  python::Node BindingAfter(const python::Definition& definition) const;

  // The old place of a statement or call of the new side; of another node, that of the innermost
  // statement or call around it.
  Trace WhereFrom(python::Node node) const { return Follow(after_, before_, node); }
  // The new place of a node of the old side.
  Trace WhereTo(python::Node node) const { return Follow(before_, after_, node); }

  // By the place of what is new: definitions that are made of parts of others, and what became of a
  // definition that was split. Only parts that say something: no single `return x`.
  const std::vector<Part>& parts() const { return parts_; }

  // All code that is in another definition than before, in the order of the new side.
  const std::vector<Run>& runs() const { return runs_; }

  const std::vector<VersionPair>& files() const { return files_; }

 private:
  Trace Follow(const Side& from, const Side& to, python::Node node) const;
  int FileOf(const Side& side, python::Node node) const;
  void MatchNames();
  void ReadUnits();
  void NumberGroups();
  void CollectRuns();
  void CollectParts();

  const std::vector<VersionPair> files_;
  std::vector<std::vector<NamedCode>> names_before_, names_after_;  // By file.
  std::vector<NameMove> names_;
  std::vector<std::unique_ptr<Units>> units_;
  Side before_, after_;
  std::map<const python::SyntaxTree*, int> file_of_tree_;
  std::map<const python::Definition*, const python::Definition*> from_, to_;
  std::map<std::pair<const python::SyntaxTree*, uint32_t>, const NameMove*> by_code_;
  std::map<const python::Definition*, int> arrived_;  // Tokens from other definitions.
  std::vector<Part> parts_;
  std::vector<Run> runs_;
};

}  // namespace allreview::moves

#endif  // ANALYZERS_MOVES_MOVES_H_
