#include "analyzers/house/topics.h"

#include "absl/strings/str_replace.h"

namespace allreview::house {

const std::vector<Topic>& Topics() {
  static const auto* const topics = new std::vector<Topic>{
      {"bare-except", "no bare `except`", "W0702 bare-except", "E722"},
      {"class-docstring", "docstring on public classes", "C0115 missing-class-docstring", "D101"},
      {"commented-out-code", "no commented-out code", "", "ERA001"},
      {"configuration-errors", "wrong configuration raises {}"},
      {"copyright-header", "copyright header in new files", "", "CPY001"},
      {"docstring-style", "docstrings in {} style"},
      {"documentation", "documentation for new features"},
      {"formatter", "formatted with {}"},
      {"function-docstring", "docstring on public functions", "C0116 missing-function-docstring",
       "D103"},
      {"import-order", "imports sorted with {}", "", "I001"},
      {"line-length", "lines of at most {} characters", "C0301 line-too-long", "E501"},
      {"maybe-unbound", "names are assigned before use on every path",
       "E0606 possibly-used-before-assignment"},
      {"module-docstring", "docstring in every module", "C0114 missing-module-docstring", "D100"},
      {"module-logger", "log through the logger of the module", "", "LOG015"},
      {"naming", "snake_case functions, CamelCase classes", "C0103 invalid-name", "N801 N802"},
      {"no-print", "no `print`", "W0141 bad-builtin", "T201"},
      {"optional-annotations", "`{}` for what may be None", "", ""},
      {"patch-coverage", "tests cover {} of the changed lines"},
      {"process-groups", "no new reads of global process groups in the library"},
      {"python-version", "Python {}"},
      {"relative-imports", "absolute imports", "", "TID252"},
      {"shadowed-builtin", "no parameter named like a builtin", "W0622 redefined-builtin", "A002"},
      {"spelling", "correct spelling"},
      {"test-style", "tests in the style of pytest", "", "PT009"},
      {"tests-for-new-code", "tests for new code"},
      {"type-hints", "type hints on public functions", "", "ANN001 ANN201"},
      {"unsafe-yaml", "no `yaml.load` without a safe loader", "", "S506"},
      {"unused-import", "no unused imports", "W0611 unused-import", "F401"},
      {"unused-local", "no unused local variables", "W0612 unused-variable", "F841"},
      {"wildcard-import", "no wildcard imports", "W0401 wildcard-import", "F403"},
  };
  return *topics;
}

const Topic* FindTopic(absl::string_view id) {
  for (const Topic& topic : Topics()) {
    if (topic.id == id) return &topic;
  }
  return nullptr;
}

std::string StatementOf(absl::string_view id, absl::string_view value) {
  const Topic* topic = FindTopic(id);
  return topic == nullptr ? std::string(id)
                          : absl::StrReplaceAll(topic->statement, {{"{}", value}});
}

}  // namespace allreview::house
