#include "analyzers/house/topics.h"

#include "sentences/phrases/house.h"

namespace allreview::house {

const std::vector<Topic>& Topics() {
  static const auto* const topics = new std::vector<Topic>{
      {"bare-except", phrases::kNoBareExcept, "W0702 bare-except", "E722"},
      {"class-docstring", phrases::kClassDocstring, "C0115 missing-class-docstring", "D101"},
      {"commented-out-code", phrases::kNoCommentedOutCode, "", "ERA001"},
      {"configuration-errors", phrases::kWrongConfigurationRaises},
      {"copyright-header", phrases::kCopyrightHeader, "", "CPY001"},
      {"docstring-style", phrases::kDocstringStyle},
      {"documentation", phrases::kDocumentationForFeatures},
      {"formatter", phrases::kFormattedWith},
      {"function-docstring", phrases::kFunctionDocstring, "C0116 missing-function-docstring",
       "D103"},
      {"import-order", phrases::kImportsSortedWith, "", "I001"},
      {"line-length", phrases::kLineLength, "C0301 line-too-long", "E501"},
      {"maybe-unbound", phrases::kAssignedBeforeUse, "E0606 possibly-used-before-assignment"},
      {"module-docstring", phrases::kModuleDocstring, "C0114 missing-module-docstring", "D100"},
      {"module-logger", phrases::kModuleLogger, "", "LOG015"},
      {"naming", phrases::kNaming, "C0103 invalid-name", "N801 N802"},
      {"no-print", phrases::kNoPrint, "W0141 bad-builtin", "T201"},
      {"optional-annotations", phrases::kOptionalAnnotations, "", ""},
      {"patch-coverage", phrases::kPatchCoverage},
      {"process-groups", phrases::kNoGlobalProcessGroups},
      {"python-version", phrases::kPythonVersion},
      {"relative-imports", phrases::kAbsoluteImports, "", "TID252"},
      {"shadowed-builtin", phrases::kNoShadowedBuiltin, "W0622 redefined-builtin", "A002"},
      {"spelling", phrases::kCorrectSpelling},
      {"test-style", phrases::kPytestStyle, "", "PT009"},
      {"tests-for-new-code", phrases::kTestsForNewCode},
      {"type-hints", phrases::kTypeHints, "", "ANN001 ANN201"},
      {"unsafe-yaml", phrases::kNoUnsafeYaml, "", "S506"},
      {"unused-import", phrases::kNoUnusedImports, "W0611 unused-import", "F401"},
      {"unused-local", phrases::kNoUnusedLocals, "W0612 unused-variable", "F841"},
      {"wildcard-import", phrases::kNoWildcardImports, "W0401 wildcard-import", "F403"},
  };
  return *topics;
}

const Topic* FindTopic(absl::string_view id) {
  for (const Topic& topic : Topics()) {
    if (topic.id == id) return &topic;
  }
  return nullptr;
}

Words StatementOf(absl::string_view id, const Words& value) {
  const Topic* topic = FindTopic(id);
  if (topic == nullptr) return id;
  return Sentence(topic->statement, {{"value", value}});
}

Words StatementOf(const Claim& claim) {
  if (!claim.said.is_empty()) return StatementOf(claim.id, claim.said);
  // Styles of docstrings are proper names.
  const bool is_style = claim.id == "docstring-style";
  return StatementOf(claim.id, is_style && claim.value == "google"  ? "Google"
                               : is_style && claim.value == "numpy" ? "NumPy"
                                                                    : claim.value);
}

}  // namespace allreview::house
