#ifndef ANALYZERS_REACH_STAND_INS_H_
#define ANALYZERS_REACH_STAND_INS_H_

// What tests put in the place of code: that does not run in them.
//
//   StandIns stand_ins(codes);
//   stand_ins.Of(file, "TestRouter.test_route")  ->  {"pick"}
//
// Names of patch("pkg.pick"), patch.object(pkg, "pick"), monkeypatch.setattr(pkg, "pick", …) and
// `pkg.pick = Mock()`: in the test and functions inside of it, in its decorators and those of its
// classes, in what its class sets up, in fixtures of its file that it takes or that serve all. With
// `wraps=` the code runs all the same. One thread.

#include <functional>
#include <map>
#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/reach/code_view.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

class StandIns {
 public:
  using Names = std::set<std::string, std::less<>>;

  explicit StandIns(Codes& codes) : codes_(codes) {}

  // `function` is qualified within the file.
  const Names& Of(const repository::IndexedFile& file, absl::string_view function);
  // Of all functions of the file together.
  const Names& In(const repository::IndexedFile& file);

 private:
  struct OfFile {
    std::map<std::string, Names, std::less<>> by_scope;  // Where it is done, or what is decorated.
    std::set<std::string, std::less<>> serve_all;        // Fixtures with autouse=True.
    Names all;
    std::map<std::string, Names, std::less<>> answers;
  };
  OfFile& Scan(const repository::IndexedFile& file);
  void ScanCode(const CodeView& code, OfFile& found);

  Codes& codes_;
  std::map<const repository::IndexedFile*, OfFile> files_;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_STAND_INS_H_
