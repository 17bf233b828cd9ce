#include "services/report/diagrams/class_diagram.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using Kind = ClassRelation::Kind;

ClassBox Box(const std::string& name) {
  return {
      .key = name, .name = name, .path = "", .stereotype = "", .mark = Mark::kNone, .members = {}};
}

TEST(ClassDiagram, DrawsMembersAndRelations) {
  ClassDiagram diagram;
  ClassBox router = Box("Router");
  router.mark = Mark::kModified;
  router.members = {{.text = "forward(x: Tensor) Tensor", .is_public = true, .mark = Mark::kNew},
                    {.text = "_capacity(n)", .is_public = false, .mark = Mark::kNone}};
  router.more_members = 3;
  ClassBox base = Box("Module");
  base.stereotype = "external";
  diagram.boxes = {router, base};
  diagram.relations = {
      {.from = "Router", .to = "Module", .kind = Kind::kExtends, .mark = Mark::kNone, .label = ""},
      {.from = "Router", .to = "Module", .kind = Kind::kHolds, .mark = Mark::kNew, .label = "w"},
      {.from = "Router", .to = "gone", .kind = Kind::kUses, .mark = Mark::kNew, .label = ""}};
  EXPECT_EQ(*ClassDiagramMermaid(diagram, Language::kEnglish),
            "classDiagram\n"
            "  class c0[\"Router\"] {\n"
            "    <<MODIFIED>>\n"
            "    +forward(x: Tensor) Tensor - NEW\n"
            "    -_capacity(n)\n"
            "    … and 3 more\n"
            "  }\n"
            "  class c1[\"Module\"] {\n"
            "    <<external>>\n"
            "  }\n"
            "  c0 --|> c1 : extends\n"
            "  c0 *-- c1 : w (NEW)\n");
}

TEST(ClassDiagram, KeepsWhatIsNextToTheChange) {
  ClassDiagram diagram;
  for (int i = 0; i < 5; ++i) {
    diagram.boxes.push_back(Box(absl::StrCat("C", i)));
    diagram.relations.push_back({.from = "C0", .to = absl::StrCat("C", i), .label = ""});
  }
  diagram.boxes[3].mark = Mark::kNew;
  const std::string text = *ClassDiagramMermaid(diagram, Language::kEnglish, 2);
  EXPECT_THAT(text, HasSubstr("[\"C0\"]"));
  EXPECT_THAT(text, HasSubstr("[\"C3\"]"));
  EXPECT_THAT(text, Not(HasSubstr("[\"C1\"]")));
}

TEST(ClassDiagram, DrawsNothingWithoutARelationOfWhatChanged) {
  ClassDiagram diagram;
  diagram.boxes = {Box("A"), Box("B"), Box("C")};
  diagram.boxes[2].mark = Mark::kNew;
  diagram.relations = {{.from = "A", .to = "B", .label = ""}};
  EXPECT_FALSE(ClassDiagramMermaid(diagram, Language::kChinese).has_value());
}

}  // namespace
}  // namespace allreview::report
