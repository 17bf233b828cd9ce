#ifndef ANALYZERS_RULES_CONFIGURATION_COMMAND_LINE_H_
#define ANALYZERS_RULES_CONFIGURATION_COMMAND_LINE_H_

// Flags as argparse declares them.
//
//   if (std::optional<Flag> flag = FlagOf(call)) Use(flag->destination, flag->Keyword("default"));
//
// Pure functions of one module.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"
#include "sentences/sentence.h"

namespace allreview::rules::configuration {

// parser.add_argument("--num-heads", "-n", type=int)
struct Flag {
  Node call;
  std::vector<Node> options = {};  // Literal strings that begin with a dash. Never empty.
  absl::string_view option = {};   // The first long one, else the first: "--num-heads".
  std::string destination = {};    // "num_heads", or what `dest` says.
  absl::string_view action = {};   // "store_true", "BooleanOptionalAction"; empty: not given.
  bool has_double_star = false;

  Node Keyword(absl::string_view name) const { return python::KeywordArgument(call, name); }
};

// The method that declares a flag; for Rule.names, too.
inline constexpr absl::string_view kAddArgument = "add_argument";
// nullopt: no call of add_argument, or a positional argument, or an option that is no literal.
std::optional<Flag> FlagOf(Node call);
// All of a file, in source order.
std::vector<Flag> FlagsIn(const python::Module& module);
// Flags of the file that its version before the change did not have, by destination and option.
// Without those of `tests`.
std::vector<Flag> NewFlagsIn(const AnalysedFile& file);

// "num-heads" of "--num-heads".
absl::string_view WithoutDashes(absl::string_view option);
// The help text says that the flag is there for nothing: deprecated, ignored, or hidden.
bool IsRetired(const Flag& flag);

// " and another flag", " and 3 other flags"; nothing for none.
Words OthersText(size_t count, const Phrase& one, const Phrase& many);

// The file belongs to examples, not to what others install.
bool IsExample(absl::string_view path);
// Examples, tools, scripts, documentation: run by hand, from a checkout.
bool IsOutsideLibrary(absl::string_view path);

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_COMMAND_LINE_H_
