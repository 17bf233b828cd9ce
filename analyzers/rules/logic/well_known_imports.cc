#include "analyzers/rules/logic/well_known_imports.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

namespace allreview::rules::logic {

namespace {

constexpr std::pair<absl::string_view, absl::string_view> kImports[] = {
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

constexpr absl::string_view kModules[] = {
    "torch",       "triton",    "numpy",    "pytest",     "os",       "sys",        "math",
    "json",        "re",        "time",     "logging",    "warnings", "functools",  "itertools",
    "copy",        "random",    "inspect",  "contextlib", "gc",       "types",      "typing",
    "dataclasses", "enum",      "pickle",   "io",         "shutil",   "subprocess", "threading",
    "tempfile",    "traceback", "argparse", "datetime",   "socket",   "uuid",       "queue"};

constexpr absl::string_view kTypes[] = {
    "Any",        "Callable", "Dict",     "Iterable", "Iterator",      "List",    "Literal",
    "NamedTuple", "Optional", "Protocol", "Sequence", "Set",           "Tuple",   "Type",
    "TypeVar",    "Union",    "cast",     "overload", "TYPE_CHECKING", "Generic", "Mapping"};

}  // namespace

std::string WellKnownImport(absl::string_view name) {
  for (const auto& [known, import] : kImports) {
    if (name == known) return std::string(import);
  }
  if (absl::c_linear_search(kModules, name)) return absl::StrCat("import ", name);
  if (absl::c_linear_search(kTypes, name)) return absl::StrCat("from typing import ", name);
  return "";
}

}  // namespace allreview::rules::logic
