#ifndef SERVICES_REPORT_DIAGRAMS_LABEL_H_
#define SERVICES_REPORT_DIAGRAMS_LABEL_H_

// Text of a change made safe for Mermaid, and the words that all diagrams share. Pure.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// Text for the inside of a quoted label, a message, the name of a participant or a member of a
// class. No character that a grammar of Mermaid, or the Markdown that it reads in labels, could
// take for its own is left; never empty.
std::string MermaidLabel(absl::string_view text);

// The same, shortened first.
std::string MermaidLabel(absl::string_view text, size_t max_bytes);

// Lines of one label, joined by line breaks. For flowcharts and sequences.
std::string MermaidLines(const std::vector<std::string>& lines, size_t max_bytes_of_line);

// What the change did to the thing drawn.
enum class Mark { kNone, kNew, kModified, kRemoved, kMoved, kRenamed };

Mark MarkOf(analysis::v1::ChangedSymbol::Status status);

// "NEW", "新增"; empty for kNone.
absl::string_view MarkLabel(Language language, Mark mark);

// "… and 12 more"
std::string AndMore(Language language, int64_t count);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DIAGRAMS_LABEL_H_
