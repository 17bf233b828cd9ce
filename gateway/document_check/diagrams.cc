#include "gateway/document_check/diagrams.h"

#include <cstdlib>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/subprocess.h"
#include "nlohmann/json.hpp"
#include "third_party/mermaid/script.h"

namespace allreview::document_check {
namespace {

// Reads mermaid (gzip, base64) from the first line of its input and an array of diagrams from the
// rest; prints an array of errors, "" for a diagram that is well. mermaid cleans labels with a
// library that asks for a browser; its grammars do not: this much of a DOM lets it stand aside.
constexpr char kScript[] = R"js(
const document = {nodeType: 9, implementation: {}, createElement: () => ({})};
globalThis.document = document;
globalThis.window = {
  document, Element: class {}, HTMLTemplateElement: class {}, Node: class {}, NodeFilter: {},
  NamedNodeMap: class {}, HTMLFormElement: class {}, DOMParser: class {}, addEventListener() {},
};
const input = require('fs').readFileSync(0, 'utf8');
const end = input.indexOf('\n');
const source = require('zlib').gunzipSync(Buffer.from(input.slice(0, end), 'base64'));
require('vm').runInThisContext(source.toString('utf8'));
(async () => {
  const errors = [];
  for (const diagram of JSON.parse(input.slice(end + 1))) {
    errors.push(await mermaid.parse(diagram).then(() => '', (e) => e.message ?? String(e)));
  }
  process.stdout.write(JSON.stringify(errors));
})();
)js";

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

absl::StatusOr<std::vector<Fault>> CheckDiagrams(absl::string_view markdown,
                                                 const CallControl& control) {
  const Outline outline = ReadOutline(markdown);
  nlohmann::json diagrams = nlohmann::json::array();
  std::vector<int> lines;
  for (const Block& block : outline.blocks) {
    if (block.language != "mermaid") continue;
    diagrams.push_back(block.text);
    lines.push_back(block.line);
  }
  if (lines.empty()) return std::vector<Fault>();
  const std::string input =
      absl::StrCat(third_party::kMermaid, "\n",
                   diagrams.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  const char* path = std::getenv("PATH");
  absl::StatusOr<CommandResult> result =
      RunCommand({.argv = {"node", "-e", kScript},
                  .environment = {absl::StrCat("PATH=", path == nullptr ? "" : path)},
                  .has_input = true},
                 control, input);
  if (absl::IsNotFound(result.status())) {
    return absl::FailedPreconditionError(
        "diagrams need node, which is not here; install it (apt-get install nodejs), or leave them "
        "out with --no-diagrams");
  }
  RETURN_IF_ERROR(result.status());
  const nlohmann::json errors = nlohmann::json::parse(result->output, nullptr, false);
  if (!result->exit.ok() || !errors.is_array() || errors.size() != lines.size()) {
    return absl::InternalError(
        absl::StrCat("node could not check the diagrams: ", FirstLine(result->error_text)));
  }
  std::vector<Fault> faults;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string error = errors[i].is_string() ? errors[i].get<std::string>() : "no answer";
    if (error.empty()) continue;
    faults.push_back({lines[i], absl::StrCat("mermaid refuses the diagram: ", FirstLine(error))});
  }
  return faults;
}

}  // namespace allreview::document_check
