#ifndef ANALYZERS_IR_FILE_LOWERING_H_
#define ANALYZERS_IR_FILE_LOWERING_H_

// What the codes of one file share while they are made: pools, and which code owns a scope. Private
// to this folder.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/ir/code.h"
#include "analyzers/python/module.h"

namespace allreview::ir {

class FileLowering {
 public:
  explicit FileLowering(const python::Module& module);
  FileLowering(const FileLowering&) = delete;
  FileLowering& operator=(const FileLowering&) = delete;

  const python::Module& module() const { return module_; }
  File& file() { return file_; }

  NameId Name(absl::string_view name);
  uint32_t ConstantIndex(const Constant& constant);
  // Of a number, text, None and the like; kNone: the node is no constant.
  uint32_t ConstantOf(python::Node literal);
  // Of an annotation, which may be text in quotes. `scope`: where its names are looked up.
  TypeId TypeOf(python::Node annotation, uint32_t scope);

  // The code of a function_definition, class_definition or lambda.
  uint32_t CodeOf(python::Node owner) const;
  // The code whose names a scope holds: a comprehension belongs to the code around it.
  uint32_t CodeOfScope(uint32_t scope) const { return code_of_scope_[scope]; }

 private:
  void AddCode(python::Node owner, uint32_t scope);
  std::string QualifiedName(python::Node owner, uint32_t parent);

  const python::Module& module_;
  File file_;
  absl::flat_hash_map<std::string, NameId> names_;
  absl::flat_hash_map<uint32_t, uint32_t> codes_by_node_;
  std::vector<uint32_t> code_of_scope_;
};

}  // namespace allreview::ir

#endif  // ANALYZERS_IR_FILE_LOWERING_H_
