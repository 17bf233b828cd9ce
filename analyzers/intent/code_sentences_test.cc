#include "analyzers/intent/code_sentences.h"

#include <memory>
#include <string>

#include "analyzers/intent/print_intent.h"
#include "analyzers/python/module.h"
#include "gtest/gtest.h"

namespace allreview::intent {
namespace {

using python::Module;

std::string Print(absl::string_view path, const std::string& source) {
  const absl::StatusOr<std::unique_ptr<Module>> module = Module::Parse(path, source);
  return module.ok() ? PrintIntent(**module) : std::string(module.status().message());
}

TEST(CodeSentences, KnowWhatTheyAreAbout) {
  EXPECT_EQ(Print("pkg/router.py", R"py("""Routes tokens. Must be imported first."""

# Copied because the original is frozen.
LIMIT = 4  # in bytes


@dataclass
class Config:
    """How to route.

    Attributes:
        top_k: Experts of a token.
    """

    top_k: int = 1
    """Never more than the experts."""
    size: int = field(default=0, metadata={"help": "Buffer size in bytes. 0 turns it off."})


def route(
    x,  # [s, b, h]
    # Only works on one node.
    fast=False,
):
    """Routes.

    Args:
        x: Hidden states.
    Returns:
        Tensor of shape [s, b].
    """
    # Sort first, so that all ranks
    # agree.
    x = x.sort()  # stable
    if fast:
        raise ValueError(f"fast is not supported with {x.dtype}")
    assert x.ndim == 3, "x must have three dimensions"
    return x


parser.add_argument("--top-k", type=int, help="Number of experts; "
                    "must be positive.")
)py"),
            R"out("pkg/router.py":1 docstring module "pkg.router" [] "Routes tokens."
"pkg/router.py":1 docstring module "pkg.router" [invariant] "Must be imported first."
"pkg/router.py":3 comment field "LIMIT" [reason] "Copied because the original is frozen."
"pkg/router.py":4 trailing-comment field "LIMIT" [unit] "in bytes"
"pkg/router.py":9 docstring class "Config" [] "How to route."
"pkg/router.py":12 docstring field "top_k" under "Attributes" [] "Experts of a token."
"pkg/router.py":16 docstring field "top_k" [invariant] "Never more than the experts."
"pkg/router.py":17 help field "size" [unit] "Buffer size in bytes."
"pkg/router.py":17 help field "size" [] "0 turns it off."
"pkg/router.py":21 trailing-comment parameter "x" [shape] "[s, b, h]"
"pkg/router.py":22 comment parameter "fast" [limit] "Only works on one node."
"pkg/router.py":25 docstring function "route" [] "Routes."
"pkg/router.py":28 docstring parameter "x" under "Args" [] "Hidden states."
"pkg/router.py":30 docstring result "route" under "Returns" [shape] "Tensor of shape [s, b]."
"pkg/router.py":32 comment statement "x = x.sort()" [reason] "Sort first, so that all ranks agree."
"pkg/router.py":34 trailing-comment statement "x = x.sort()" [] "stable"
"pkg/router.py":36 message statement "raise ValueError(f\"fast is not supported with {x.dtype}\")" [limit] "fast is not supported with `x.dtype`"
"pkg/router.py":37 message statement "assert x.ndim == 3, \"x must have three dimensions\"" [invariant] "x must have three dimensions"
"pkg/router.py":41 help flag "--top-k" [invariant] "Number of experts; must be positive."
)out");
}

TEST(CodeSentences, LeaveOutWhatNobodyReads) {
  EXPECT_EQ(Print("pkg/a.py", R"py(#!/usr/bin/env python
# Copyright (c) 2025, Somebody. All rights reserved.
#
# Licensed under the Apache License.

import torch  # noqa: F401

# ----------------
# x = torch.zeros(3)
# y = f(x)
z = 1  # type: int
# TODO(x): drop this once 2.0 is gone.
w = 2
)py"),
            R"("pkg/a.py":12 comment field "w" [] todo "TODO(x): drop this once 2.0 is gone."
)");
}

TEST(CodeSentences, ReadNamesOfTests) {
  EXPECT_EQ(
      Print("tests/test_a.py", "def test_drops_tokens_over_capacity():\n    pass\n"),
      R"("tests/test_a.py":1 test-name function "test_drops_tokens_over_capacity" [] "drops tokens over capacity"
)");
}

}  // namespace
}  // namespace allreview::intent
