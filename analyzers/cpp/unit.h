#ifndef ANALYZERS_CPP_UNIT_H_
#define ANALYZERS_CPP_UNIT_H_

// One C, C++ or CUDA file, understood: its tree, functions, classes, variables and what it
// launches, checks, allocates and binds.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<Unit> unit, Unit::Parse("csrc/softmax.cu", source));
//   for (const Launch& launch : unit->launches()) {
//     const Function* kernel = unit->FindFunction(launch.kernel_name);
//   }
//
// Names are resolved by the text of this file alone, without its includes. All branches of #if
// count. What is not certain is not guessed: the answer is then empty.
//
// Immutable once parsed; reading is safe from many threads. Owns its source. Not movable, as nodes
// point into it. Views point into the source.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/cpp/declarations.h"
#include "analyzers/cpp/syntax.h"

namespace allreview::cpp {

class Unit {
 public:
  // Errors as SyntaxTree::Parse.
  static absl::StatusOr<std::unique_ptr<Unit>> Parse(absl::string_view path, std::string source,
                                                     const ParseLimits& limits = {},
                                                     VersionedParse* versions = nullptr);
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;

  const std::string& path() const { return path_; }
  const SyntaxTree& tree() const { return tree_; }
  absl::string_view source() const { return source_; }

  // Defined and declared ones, methods and kernels too, in source order. Lambdas are none.
  const std::vector<Function>& functions() const { return declarations_.functions; }
  const std::vector<Class>& classes() const { return declarations_.classes; }
  const std::vector<Include>& includes() const { return declarations_.includes; }
  const std::vector<Macro>& macros() const { return declarations_.macros; }

  // Innermost function whose definition holds the node, template and attributes included. Null:
  // none.
  const Function* EnclosingFunction(Node node) const;
  // By simple or qualified name; one with a body before one without, the last of several. Null:
  // none.
  const Function* FindFunction(absl::string_view name) const;

 private:
  Unit() = default;

  std::string path_, source_;
  SyntaxTree tree_;
  Declarations declarations_;
};

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_UNIT_H_
