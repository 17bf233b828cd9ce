#ifndef SERVICES_REPORT_DIAGRAMS_CLASS_DIAGRAM_H_
#define SERVICES_REPORT_DIAGRAMS_CLASS_DIAGRAM_H_

// Draws classes and their relations as Mermaid. Names may hold anything: the result always parses.
//
//   ClassDiagram diagram;
//   diagram.boxes = {{.key = "r", .name = "Router", .mark = Mark::kModified,
//                     .members = {{.text = "forward(x: Tensor) Tensor", .mark = Mark::kNew}}}};
//   diagram.relations = {{.from = "r", .to = "b", .kind = ClassRelation::Kind::kExtends}};
//   std::optional<std::string> drawing = ClassDiagramMermaid(diagram, Language::kEnglish);
//
// A box need not be a class: with a stereotype it is a module and its functions. What is drawn is
// chosen by carries.h. Pure.

#include <optional>
#include <string>
#include <vector>

#include "review/language/phrase.h"
#include "services/report/diagrams/carries.h"
#include "services/report/diagrams/label.h"

namespace allreview::report {

struct ClassMember {
  std::string text;  // "forward(x: Tensor) Tensor", "top_k: int".
  bool is_public = true;
  Mark mark = Mark::kNone;  // Shown behind the text.
};

struct ClassBox {
  std::string key;  // Unique; relations name it. Not shown.
  std::string name;
  std::string path;        // Of the file it stands in; empty: it stands in none.
  std::string stereotype;  // "module", "external"…; empty: a class.
  Mark mark = Mark::kNone;
  std::vector<ClassMember> members;
  int more_members = 0;  // That are not listed.
};

struct ClassRelation {
  enum class Kind { kExtends, kHolds, kUses, kOverrides };
  std::string from, to;  // Keys: `from` extends, holds, uses `to`.
  Kind kind = Kind::kUses;
  Mark mark = Mark::kNone;  // kNew or kRemoved, said in the label.
  std::string label;        // Empty: the name of the kind.
};

struct ClassDiagram {
  std::vector<ClassBox> boxes;
  std::vector<ClassRelation> relations;
};

// Ends in LF; without fence. Nothing: no changed box has a relation.
std::optional<std::string> ClassDiagramMermaid(const ClassDiagram& diagram, Language language,
                                               size_t max_boxes = kMaxDrawn);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DIAGRAMS_CLASS_DIAGRAM_H_
