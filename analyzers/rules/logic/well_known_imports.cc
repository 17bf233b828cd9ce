#include "analyzers/rules/logic/well_known_imports.h"

#include <map>

#include "absl/strings/str_cat.h"

namespace allreview::rules::logic {

std::string WellKnownImport(absl::string_view name) {
  static const auto* const imports = new std::map<absl::string_view, absl::string_view>{
      {"np", "import numpy as np"},
      {"F", "import torch.nn.functional as F"},
      {"nn", "from torch import nn"},
      {"dist", "import torch.distributed as dist"},
      {"tl", "import triton.language as tl"},
      {"te", "import transformer_engine as te"},
      {"pd", "import pandas as pd"},
      {"plt", "import matplotlib.pyplot as plt"},
      {"Tensor", "from torch import Tensor"},
      {"Path", "from pathlib import Path"},
      {"partial", "from functools import partial"},
      {"wraps", "from functools import wraps"},
      {"reduce", "from functools import reduce"},
      {"deque", "from collections import deque"},
      {"defaultdict", "from collections import defaultdict"},
      {"OrderedDict", "from collections import OrderedDict"},
      {"Counter", "from collections import Counter"},
      {"nullcontext", "from contextlib import nullcontext"},
      {"contextmanager", "from contextlib import contextmanager"},
      {"dataclass", "from dataclasses import dataclass"},
      {"field", "from dataclasses import field"},
      {"deepcopy", "from copy import deepcopy"},
      {"Enum", "from enum import Enum"},
      {"SimpleNamespace", "from types import SimpleNamespace"}};
  if (const auto found = imports->find(name); found != imports->end()) {
    return std::string(found->second);
  }
  for (absl::string_view word :
       {"torch",       "triton",    "numpy",    "pytest",     "os",       "sys",        "math",
        "json",        "re",        "time",     "logging",    "warnings", "functools",  "itertools",
        "copy",        "random",    "inspect",  "contextlib", "gc",       "types",      "typing",
        "dataclasses", "enum",      "pickle",   "io",         "shutil",   "subprocess", "threading",
        "tempfile",    "traceback", "argparse", "datetime",   "socket",   "uuid",       "queue"}) {
    if (name == word) return absl::StrCat("import ", name);
  }
  for (absl::string_view word :
       {"Any",        "Callable", "Dict",     "Iterable", "Iterator",      "List",    "Literal",
        "NamedTuple", "Optional", "Protocol", "Sequence", "Set",           "Tuple",   "Type",
        "TypeVar",    "Union",    "cast",     "overload", "TYPE_CHECKING", "Generic", "Mapping"}) {
    if (name == word) return absl::StrCat("from typing import ", name);
  }
  return "";
}

}  // namespace allreview::rules::logic
