// print_schemas policy|rules: a JSON Schema on standard output.

#include <iostream>

#include "absl/strings/string_view.h"
#include "tools/schemas/schemas.h"

int main(int argc, char** argv) {
  const absl::string_view what = argc == 2 ? argv[1] : "";
  if (what != "policy" && what != "rules") {
    std::cerr << "usage: print_schemas policy|rules\n";
    return 2;
  }
  std::cout << (what == "policy" ? allreview::schemas::PolicySchema()
                                 : allreview::schemas::RuleFileSchema())
                   .dump(2)
            << "\n";
  return 0;
}
