// Writes analyzers/rules/RULES.md:  bazel run //analyzers/rules:rules_md

#include <cstdlib>
#include <iostream>
#include <string>

#include "analyzers/rules/rules_markdown.h"
#include "base/file.h"

int main() {
  const char* root = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (root == nullptr) {
    std::cout << allreview::rules::RulesMarkdown();
    return 0;
  }
  const absl::Status status = allreview::WriteFile(std::string(root) + "/analyzers/rules/RULES.md",
                                                   allreview::rules::RulesMarkdown());
  if (!status.ok()) std::cerr << "rules_md: " << status.message() << "\n";
  return status.ok() ? 0 : 1;
}
