#include "analyzers/house/test_launcher.h"

#include "re2/re2.h"

namespace allreview::house {

std::optional<TestLauncher> FindTestLauncher(const Policy& policy) {
  static const re2::RE2* const form = new re2::RE2(
      R"(((?:uv|poetry|pdm|hatch|pixi) run )?)"
      R"(((?:torchrun|python3? -m torch\.distributed\.(?:run|launch)) --nproc[-_]per[-_]node[ =])\d+ )"
      R"((-m pytest(?: -q)?)(?: .*)?)");
  for (const Command& command : policy.commands) {
    if (command.purpose != Purpose::kTest) continue;
    TestLauncher launcher;
    launcher.source = command.source;
    if (re2::RE2::FullMatch(command.line, *form, &launcher.prefix, &launcher.ranks,
                            &launcher.module)) {
      return launcher;
    }
  }
  return std::nullopt;
}

}  // namespace allreview::house
