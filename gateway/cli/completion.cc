#include "gateway/cli/completion.h"

#include "gateway/cli/completion_words.h"

namespace allreview::cli {

std::string CompletionScript(absl::string_view shell, absl::Span<const Command> commands) {
  if (shell == "zsh") return ZshCompletion(commands);
  if (shell == "fish") return FishCompletion(commands);
  return BashCompletion(commands);
}

}  // namespace allreview::cli
