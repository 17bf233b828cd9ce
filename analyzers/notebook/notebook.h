#ifndef ANALYZERS_NOTEBOOK_NOTEBOOK_H_
#define ANALYZERS_NOTEBOOK_NOTEBOOK_H_

// The code of a Jupyter notebook as Python, line by line where the file has it.
//
//   {                                        |
//    "cell_type": "code",                    |
//    "source": [                             |  # In[2]
//     "import torch\n",                      |  import torch
//     "%matplotlib inline\n",                |
//     "x = torch.ones(2)"                    |  x = torch.ones(2)
//
// A line of the Python is the same line of the file, so hunks of a diff fit both. Magics, shell
// commands and cells in other languages are blank. Pure, linear, not recursive.

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::notebook {

// None: it is no notebook in Python, or some line of code does not stand on a line of its own.
std::optional<std::string> PythonOf(absl::string_view notebook);

bool IsNotebookPath(absl::string_view path);

// Where a line of such Python stands for a reader of the notebook. `cell` counts cells of all kinds
// from 1, as editors show them; 0: in none.
struct CellPlace {
  int cell = 0, line = 0;
};
CellPlace PlaceOf(absl::string_view python, int line);

}  // namespace allreview::notebook

#endif  // ANALYZERS_NOTEBOOK_NOTEBOOK_H_
