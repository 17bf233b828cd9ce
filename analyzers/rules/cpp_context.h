#ifndef ANALYZERS_RULES_CPP_CONTEXT_H_
#define ANALYZERS_RULES_CPP_CONTEXT_H_

// What a check of C++ and CUDA sees of a file, and where it reports. For the families cpp/ and
// cuda/, which include it beside rule.h:
//
//   void Check(CppContext& file, cpp::Node declaration) {
//     if (!NarrowsSize(file.unit(), declaration)) return;
//     file.Report({.at = declaration, .params = {{"name", NameOf(declaration)}}});
//   }
//
//   extern constinit const Rule kSizeNarrowedToInt = {
//       .info = {.id = "cxx-size-narrowed-to-int", ...},
//       .names = "numel",
//       .cpp_kinds = {cpp::Kind::kDeclaration},
//       .check_cpp = Check};
//
// A rule that looks at the whole change asks ChangeContext::cpp_files(), and says ReportCpp.

#include <string>
#include <vector>

#include "analyzers/cpp/unit.h"    // IWYU pragma: export
#include "analyzers/rules/rule.h"  // IWYU pragma: export

namespace allreview::rules {

class CppContext {
 public:
  CppContext(const AnalysedCppFile& file, const Rule& rule, std::vector<Finding>* findings)
      : file_(file), rule_(rule), findings_(findings) {}

  const cpp::Unit& unit() const { return *file_.after; }
  // The file before the change. Null: there was none.
  const cpp::Unit* before() const { return file_.before; }
  const ChangedFile& changed() const { return *file_.changed; }
  bool is_test() const { return file_.changed->role == FileRole::kTest; }

  // Some line of the node is new code.
  bool IsChanged(cpp::Node node) const { return file_.lines.Touches(node); }
  // Lines were removed from inside the node.
  bool HasRemovedLines(cpp::Node node) const { return file_.lines.HasRemovedIn(node); }

  void Report(CppObservation observation);

 private:
  const AnalysedCppFile& file_;
  const Rule& rule_;
  std::vector<Finding>* findings_;
};

// Range of a node in its file.
Range RangeOf(const cpp::Unit& unit, cpp::Node node, Side side = Side::kRight);
// Edit that replaces a node.
Edit Replace(const cpp::Unit& unit, cpp::Node node, std::string replacement);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_CPP_CONTEXT_H_
