#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_INPUTS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_INPUTS_H_

// Small arguments for a function, by what is known of its parameters: annotations, docstrings,
// comments, shapes, defaults. Sizes of dimensions differ where they can, and so do the elements of
// a tensor, so that a reader can tell them apart.
//
//   Inputs inputs(definition, tensors, docstring);
//   for (int variant = 0; variant < inputs.variants(); ++variant) {
//     std::optional<Drawn> drawn = inputs.Draw(variant);   // nullopt: a parameter is not known.
//   }

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/worked_examples/interpreter.h"
#include "services/analysis/change_model/examples/numbers.h"
#include "services/analysis/change_model/stories/docstring.h"
#include "services/analysis/change_model/stories/tensors.h"

namespace allreview::analysis {

struct Drawn {
  worked_examples::Arguments arguments = {};
  SizesByName sizes = {};                                     // By the names of dimensions.
  std::map<std::string, std::string> shapes = {};             // Symbolic, by parameter.
  std::map<std::string, worked_examples::Value> fields = {};  // Given ones that were read, by name.
  worked_examples::Sizes any_shape = {};                      // Of tensors whose rank nobody knows.
  int seed = 0;
  // What the code reads and does not compute, as it writes it; and which way conditions go.
  std::vector<std::pair<std::string, worked_examples::Value>> supposed = {};
  std::vector<std::pair<std::string, bool>> assumptions = {};
};

// Kind of what a type names, and of an argument.
enum class InputKind { kUnknown, kTensor, kInt, kFloat, kBool, kIntegers, kDefault, kSelf };

class Inputs {
 public:
  // Of a function of this module.
  Inputs(const python::Module& module, const python::Definition& definition, const Tensors& tensors,
         const Docstring& docstring);

  int variants() const;
  std::optional<Drawn> Draw(int variant) const;

 private:
  struct Wanted {
    std::string name = {};
    InputKind kind = InputKind::kUnknown;
    Dims dims = {};
    bool has_any_shape = false;
    std::optional<worked_examples::Dtype> dtype = {};
    std::optional<worked_examples::Value> fallback = {};  // Its default, when that is a literal.
    bool is_optional = false;                             // It may be None, or flip.
  };

  Wanted WantedOf(const python::Parameter& parameter, const Tensors& tensors,
                  const Docstring& docstring) const;
  void LeaveOpenWhatMayNotFit();
  std::optional<worked_examples::Value> ValueOf(const Wanted& wanted, int number, int seed,
                                                Drawn& drawn) const;

  const python::Module& module_;
  const python::Definition& definition_;
  std::vector<Wanted> wanted_;
  std::vector<std::string> dims_;  // Names of sizes, in the order of the parameters.
  std::vector<size_t> optional_;   // Parameters that may be None or flip.
};

// The field of an object as its __init__ makes it of parameters and literals. kOpaque: another way.
struct Field {
  worked_examples::Value value = {};
  bool is_given = false;  // It is a parameter.
};
Field FieldOf(const worked_examples::Object& object, absl::string_view name);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_INPUTS_H_
