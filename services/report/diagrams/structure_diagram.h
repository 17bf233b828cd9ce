#ifndef SERVICES_REPORT_DIAGRAMS_STRUCTURE_DIAGRAM_H_
#define SERVICES_REPORT_DIAGRAMS_STRUCTURE_DIAGRAM_H_

// The touched structure of a change as a Mermaid flowchart: files as boxes, symbols in them marked
// NEW, MODIFIED, REMOVED…, calls, imports and inheritance as arrows.
//
//   std::optional<std::string> diagram = StructureDiagram(language, review.model(), {});
//
// The result always parses, whatever the names, and stays within the limits; what does not fit is
// counted in the drawing ("… and 12 more").

#include <optional>
#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

struct DiagramLimits {
  int max_files = 10;
  int max_symbols = 30;
  int max_symbols_of_file = 8;
  int max_edges = 40;
};

// Nothing when the model holds no symbol worth drawing.
std::optional<std::string> StructureDiagram(Language language,
                                            const analysis::v1::ChangeModel& model,
                                            const DiagramLimits& limits);

// Symbols from which a reader learns something: none of which only the layout changed, and no
// modified class whose changed members are there. Pointers into `model`.
std::vector<const analysis::v1::ChangedSymbol*> SymbolsWorthShowing(
    const analysis::v1::ChangeModel& model);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DIAGRAMS_STRUCTURE_DIAGRAM_H_
