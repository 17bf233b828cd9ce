#ifndef ANALYZERS_REACH_PRINT_REACH_H_
#define ANALYZERS_REACH_PRINT_REACH_H_

// Who gets to the functions of a file, as text: for people, and golden files.
//
//   function Router.route 12
//     training step: forward
//       pkg.layer.Layer.forward pkg/layer.py:5
//       pkg.moe.router.Router.route pkg/moe/router.py:12
//       when "config.use_router" is true at pkg/layer.py:4: True in a test tests/test_moe.py:9
//   function Router.unused 20
//     nobody
//
// And what tests make of the conditions of its branches:
//
//   12 pkg.moe.Router.route "config.use_x" is true: no test makes it so; False by default c.py:3
//   12 pkg.moe.Router.route "config.use_x" is false: False by default c.py:3
//
// Bounded (base/outline.h).

#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

std::string PrintReach(Reach& reach, const repository::IndexedFile& file);
// One of its functions; empty when it is none.
std::string PrintFunction(Reach& reach, const repository::IndexedFile& file,
                          absl::string_view absolute_name);
std::string PrintBranches(Reach& reach, const repository::IndexedFile& file);

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_PRINT_REACH_H_
