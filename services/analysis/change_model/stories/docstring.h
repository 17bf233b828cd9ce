#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_DOCSTRING_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_DOCSTRING_H_

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::analysis {

// What a docstring says of parameters and results, in Google's, Sphinx's or NumPy's form.
struct Docstring {
  struct Entry {
    std::string type;  // As written: "torch.Tensor of shape [s, b, h]".
    std::string text;  // White space collapsed.
  };
  std::map<std::string, Entry> parameters;
  Entry returns;
};

// The docstring of a definition; for an __init__ without one, that of its class.
Docstring DocstringOf(const python::Module& module, const python::Definition& definition);
// `text` without quotes.
Docstring ParseDocstring(absl::string_view text);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_DOCSTRING_H_
