#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CLASS_MEMBERS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CLASS_MEMBERS_H_

// Methods and fields of one class, for its box in a class diagram.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzers/change/analysed_file.h"
#include "analyzers/python/module.h"
#include "analyzers/repository/repository_index.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// A class of a changed file, from its tree. `before` is the class as it was; null: there was none,
// or nobody knows.
struct ParsedClass {
  const python::Module& module;
  const python::Definition& definition;
  change::Side side = change::Side::kRight;
  const python::Module* module_before = nullptr;
  const python::Definition* before = nullptr;
};
std::vector<v1::ClassShape::Member> MembersOf(const ParsedClass& parsed);

// The members of a class of another file, from the index: parameters without annotations.
std::vector<v1::ClassShape::Member> MembersOf(const repository::IndexedFile& file,
                                              const repository::DefinitionFacts& definition);

// "(x: Tensor, mask=None) -> Tensor" of "def f(self, x: Tensor, mask=None) -> Tensor".
std::string MemberSignature(absl::string_view signature);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CLASS_MEMBERS_H_
