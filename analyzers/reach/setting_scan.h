#ifndef ANALYZERS_REACH_SETTING_SCAN_H_
#define ANALYZERS_REACH_SETTING_SCAN_H_

// Where one function gives values to a name: `f(name=v)`, `x.name = v`, setattr(x, "name", v),
// x["name"] = v, {"name": v}, parametrize("name", [v, …]), ["--name", "v"]. Part of Settings.
//
//   for (const Given& given : GivenIn(code, "moe_use_x", {"moe-use-x"})) ...

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/reach/code_view.h"

namespace allreview::reach {

struct Given {
  int line = 0;
  ir::Register value = ir::kNone;         // In the code; kNone: see below.
  bool is_flag = false;                   // An option of an argument list, without a value.
  std::string why;                        // The value is not known: why.
  const ir::Instruction* call = nullptr;  // That hands it over as a keyword.
};

// The name is used as a text or bound in that file at all.
bool HasName(const ir::File& file, absl::string_view name);

// A text of that file may hold the name with a value: a command line, or one of f-strings, of which
// no instruction tells. `is_in_strings`: it is a word of some string.
bool MayStandInTexts(const ir::File& file, absl::string_view name, bool is_in_strings);

// `options` as they are written behind "--", with hyphens or underscores.
std::vector<Given> GivenIn(const CodeView& code, absl::string_view name,
                           const std::vector<std::string>& options);

// The values that parametrize() of the code gives a parameter of the test,
// which is a code of the file.
std::vector<Given> ParametrizedIn(const CodeView& code, absl::string_view parameter, uint32_t test);

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_SETTING_SCAN_H_
