#ifndef SERVICES_REPORT_DIAGRAMS_WAY_DIAGRAM_H_
#define SERVICES_REPORT_DIAGRAMS_WAY_DIAGRAM_H_

// How execution gets to what changed, as a Mermaid flowchart: from entry points through the calls
// between changed functions.
//
//   std::optional<std::string> diagram = WayDiagram(language, review.model());

#include <optional>
#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// Nothing when no call of a changed function is known. Ends in LF; without fence.
std::optional<std::string> WayDiagram(Language language, const analysis::v1::ChangeModel& model);

// Symbols from which a reader learns something: none of which only the layout changed, and no
// modified class whose changed members are there. Pointers into `model`.
std::vector<const analysis::v1::ChangedSymbol*> SymbolsWorthShowing(
    const analysis::v1::ChangeModel& model);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DIAGRAMS_WAY_DIAGRAM_H_
