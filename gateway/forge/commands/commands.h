#ifndef GATEWAY_FORGE_COMMANDS_COMMANDS_H_
#define GATEWAY_FORGE_COMMANDS_COMMANDS_H_

// What people tell AllReview in comments:
//
//   /allreview review                    reviews the newest push again
//   /allreview deep-dive                 answers with the deep dive
//   /allreview explain                   … with an explanation of the change
//   /allreview audit [focus words]       … with the production audit
//   /allreview numerics                  … with what the numerics runs measured
//   /allreview not-useful ID [why]       votes a finding down; in its thread without ID
//   /allreview ignore RULE               hides a rule in this pull request
//   /allreview help
//
// A command stands at the very start of a line. It is none inside a quote (its lazy last lines
// included), a fence, indented or inline code, or an HTML comment: quoting a command must not run
// it. The first command of a comment counts. Pure.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sentences/phrase.h"

namespace allreview::gateway {

struct Command {
  std::string name = {};  // In lower case, as written; "help" when only "/allreview" was written.
  std::vector<std::string> arguments = {};  // Words; at most kMaxArguments of kMaxArgumentBytes.
  int ignored = 0;                          // Further commands of the same comment.
};

inline constexpr int kMaxArguments = 60;
inline constexpr int kMaxArgumentBytes = 200;

std::optional<Command> ParseCommand(absl::string_view comment);

// One command that exists.
struct CommandInfo {
  absl::string_view name;
  absl::string_view usage;
  Phrase help;
};
const std::vector<CommandInfo>& Commands();
bool IsCommand(absl::string_view name);
// The nearest existing name; empty when none is near.
std::string NearestCommand(absl::string_view name);

// Identifiers of buttons on the check run (20 characters at most): names of commands.
inline constexpr absl::string_view kReviewAction = "review";
inline constexpr absl::string_view kDeepDiveAction = "deep-dive";
inline constexpr absl::string_view kExplainAction = "explain";

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_COMMANDS_COMMANDS_H_
