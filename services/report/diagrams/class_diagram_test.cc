#include "services/report/diagrams/class_diagram.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using testing::HasSubstr;
using Kind = ClassRelation::Kind;

ClassBox Box(const std::string& name) {
  return {.key = name, .name = name, .stereotype = "", .mark = Mark::kNone, .members = {}};
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
  EXPECT_EQ(ClassDiagramMermaid(diagram, Language::kEnglish),
            "classDiagram\n"
            "  class c0[\"Router\"] {\n"
            "    <<MODIFIED>>\n"
            "    +forward(x#58; Tensor) Tensor - NEW\n"
            "    -#95;capacity(n)\n"
            "    … and 3 more\n"
            "  }\n"
            "  class c1[\"Module\"] {\n"
            "    <<external>>\n"
            "  }\n"
            "  c0 --|> c1 : extends\n"
            "  c0 *-- c1 : w (NEW)\n");
}

TEST(ClassDiagram, CountsWhatIsBeyondItsLimits) {
  ClassDiagram diagram;
  for (int i = 0; i < 5; ++i) {
    diagram.boxes.push_back(Box(absl::StrCat("C", i)));
    diagram.relations.push_back({.from = "C0", .to = absl::StrCat("C", i), .label = ""});
  }
  const std::string text =
      ClassDiagramMermaid(diagram, Language::kEnglish, {.max_boxes = 3, .max_relations = 2});
  EXPECT_THAT(text, HasSubstr("class boxes[\"… and 2 more\"]"));
  EXPECT_THAT(text, HasSubstr("class relations[\"… and 1 more\"]"));
}

TEST(ClassDiagram, SaysThatItIsEmpty) {
  EXPECT_EQ(ClassDiagramMermaid({}, Language::kChinese),
            "classDiagram\n  class empty[\"没有可画的内容\"]\n");
}

}  // namespace
}  // namespace allreview::report
