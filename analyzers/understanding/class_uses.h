#ifndef ANALYZERS_UNDERSTANDING_CLASS_USES_H_
#define ANALYZERS_UNDERSTANDING_CLASS_USES_H_

// Who inherits from classes and who calls them, by the names that are written: no code has to run
// to find those that may matter.
//
//   const ClassUses uses(program);
//   uses.ThatInherit("Base")   ->  classes with the base Base, pkg.Base, Base[int], make(Base)...
//   uses.IsCalled("Router")    ->  Router(...) or pkg.Router(...) stands somewhere
//
// Of dotted names the last part counts; what an import calls otherwise counts under both names.
// Made in one pass over the program, which must outlive it: every file is read, so ask when
// everything else has been asked. Immutable.

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "analyzers/understanding/program.h"

namespace allreview::understanding {

class ClassUses {
 public:
  explicit ClassUses(const Program& program);

  const std::vector<CodeRef>& ThatInherit(absl::string_view base) const;
  bool IsCalled(absl::string_view name) const { return called_.contains(name); }
  // A text names it, perhaps behind others: "pkg.Router". Somebody may look it up so.
  bool IsNamedInText(absl::string_view name) const { return in_texts_.contains(name); }
  // Some class declares a field of that name: `name: type`.
  bool IsDeclared(absl::string_view name) const { return declared_.contains(name); }

 private:
  void Read(const Program& program, CodeRef ref);

  // Views of the program's names.
  absl::flat_hash_map<absl::string_view, std::vector<CodeRef>> heirs_;
  absl::flat_hash_set<absl::string_view> called_, declared_, in_texts_;
};

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_CLASS_USES_H_
