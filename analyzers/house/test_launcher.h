#ifndef ANALYZERS_HOUSE_TEST_LAUNCHER_H_
#define ANALYZERS_HOUSE_TEST_LAUNCHER_H_

// How a repository's own documents start tests on several ranks, taken apart:
//
//   uv run python -m torch.distributed.run --nproc-per-node 8 -m pytest -q tests/unit
//   ^^^^^^^ ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ~ ^^^^^^^^^^^^
//   prefix  ranks (the number follows)                        module

#include <optional>
#include <string>

#include "analyzers/house/policy.h"

namespace allreview::house {

struct TestLauncher {
  std::string prefix;  // "uv run ", "poetry run ", or empty.
  std::string ranks;   // Up to where the number of processes stands.
  std::string module;  // "-m pytest -q"
  Place source;
};

// The launcher in the first command, in order of preference, that has this form; nullopt: none has.
std::optional<TestLauncher> FindTestLauncher(const Policy& policy);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_TEST_LAUNCHER_H_
