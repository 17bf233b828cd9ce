#ifndef ANALYZERS_UNDERSTANDING_DYNAMIC_CODE_H_
#define ANALYZERS_UNDERSTANDING_DYNAMIC_CODE_H_

// Code that gives objects and modules what no text of the program names: setattr(self, key, value),
// self.__dict__.update(...), fill(self), globals()[name] = f.
//
//   DynamicCode dynamic(program);
//   dynamic.FillsObjects(a_class)  ->  true: its objects may have any attribute
//
// Each class and file is read once, when it is first asked for. Not for several threads. The
// program must outlive it.

#include <cstdint>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "analyzers/understanding/program.h"

namespace allreview::understanding {

class DynamicCode {
 public:
  explicit DynamicCode(const Program& program) : program_(program) {}

  // The class stores under names that are computed, or hands `self` to others who might.
  bool FillsObjects(CodeRef a_class);
  // The class stores under names that are computed: what it stored may be something else later.
  bool ReplacesAttributes(CodeRef a_class);
  // Code of that file may bind any name of the module.
  bool FillsModule(uint32_t number);
  // Somewhere methods of classes are replaced under computed names, as where a flow of calls is
  // traced: setattr(type(model), name, trace). Reads every file.
  bool ReplacesMethods() { return Anywhere().replaces_methods; }
  // Somewhere modules get names that are computed: setattr(sys.modules[path], name, f). The same.
  bool FillsOtherModules() { return Anywhere().fills_modules; }

 private:
  struct Stores {
    bool replaces_methods = false, fills_modules = false;
  };
  const Stores& Anywhere();
  bool CodeFills(CodeRef ref, bool is_class_body) const;
  bool CodeReplaces(CodeRef ref) const;
  // `fills` holds for the body of the class or a function in it.
  template <typename Predicate>
  bool AnyCodeOf(CodeRef a_class, Predicate fills) const;

  const Program& program_;
  absl::flat_hash_map<CodeRef, bool> classes_, replacing_;
  absl::flat_hash_map<uint32_t, bool> modules_;
  std::optional<Stores> anywhere_;
};

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_DYNAMIC_CODE_H_
