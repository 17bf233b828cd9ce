#ifndef SERVICES_REPORT_STORY_SETTINGS_TEXT_H_
#define SERVICES_REPORT_STORY_SETTINGS_TEXT_H_

// Settings that a change brings: flags, fields of configurations, parameters. Pure.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::report {

// The default of a flag or field after the change, as written: "False" of
// "parser.add_argument('--x', default=False)" and of "x: bool = False". nullopt: it has none that
// its statement shows. A flag with action "store_true" is "False".
std::optional<std::string> DefaultOf(const analysis::v1::ChangedSymbol& symbol);

// What "help" says of a new flag or field, as its statement has it: the first sentence. Empty: it
// says nothing.
std::string HelpOf(const analysis::v1::ChangedSymbol& symbol);

// Whether a default of that text leaves what it switches off.
bool IsOff(absl::string_view value);

// Whether nothing of it differs but layout and what is written about it.
bool ChangesInWordsOnly(const analysis::v1::ChangedSymbol& symbol);
// Nothing of the code differs but comments, docstrings and layout.
bool IsOnlyWords(const analysis::v1::ChangeModel& model);

// Name and default of the parameters that a function got, in their order; the default is empty for
// one that callers must give.
std::vector<std::pair<std::string, std::string>> NewParameters(
    const analysis::v1::ChangedSymbol& symbol);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_SETTINGS_TEXT_H_
