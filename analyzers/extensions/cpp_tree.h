#ifndef ANALYZERS_EXTENSIONS_CPP_TREE_H_
#define ANALYZERS_EXTENSIONS_CPP_TREE_H_

// The C++ and CUDA files of one side of a change that bind something to Python, and the functions
// that they bind. Of the other files only what these need is parsed: first what they include, then
// whatever file of the repository has a name that is still missing.
//
//   FactsStore store;
//   CppTree tree(texts, change.cpp_files(), Side::kRight, store);
//   for (const CppFacts* file : tree.binding_files()) ...
//   for (const FoundFunction& found : tree.FunctionsNamed("scale")) ...
//
// At most kMaxFiles files and kMaxBytes are looked at, and nothing is known of a repository with
// more than kMaxBindings. One thread.

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_file.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/extensions/cpp_facts.h"

namespace allreview::extensions {

// Facts by what they were read from, shared by both sides.
class FactsStore {
 public:
  // Null: it cannot be parsed.
  const CppFacts* Of(const std::string& path, const std::string& text);
  const CppFacts* Of(const cpp::Unit& unit);

 private:
  std::map<const void*, std::unique_ptr<CppFacts>> facts_;
};

struct FoundFunction {
  const CppFacts* file = nullptr;
  const CppFunction* function = nullptr;
};

class CppTree {
 public:
  static constexpr size_t kMaxFiles = 4'000;
  static constexpr size_t kMaxBytes = size_t{64} << 20;
  static constexpr size_t kMaxBindings = 4'000;

  // All borrowed.
  CppTree(change::RepositoryTexts& texts, const std::vector<change::AnalysedCppFile>& changed,
          change::Side side, FactsStore& store);

  // Sorted by path.
  const std::vector<const CppFacts*>& binding_files() const { return binding_files_; }
  // Parsed ones of one simple name, kernels too.
  const std::vector<FoundFunction>& FunctionsNamed(absl::string_view simple_name) const;
  // All that were parsed, by simple name.
  std::vector<FoundFunction> AllFunctions() const;
  // Parses every file that defines or declares one of the names.
  void ParseFilesWith(const std::set<std::string, std::less<>>& names);
  // What a file includes, by whatever way: paths.
  const std::set<std::string>& IncludedBy(const std::string& path);
  // Classes from which one of that qualified name, or its end, inherits; as written.
  std::vector<std::string> BasesOf(absl::string_view class_name) const;
  // All could be read.
  bool is_complete() const { return is_complete_; }

 private:
  struct File {
    const std::string* text = nullptr;
    const cpp::Unit* unit = nullptr;  // Of a changed file.
    const CppFacts* facts = nullptr;
    bool is_parsed = false;
  };
  void ReadTexts(change::RepositoryTexts& texts,
                 const std::vector<change::AnalysedCppFile>& changed, change::Side side);
  const CppFacts* Parse(const std::string& path);
  void ParseBindingFiles();
  std::set<std::string, std::less<>> MissingTargets() const;
  std::vector<std::string> DirectIncludes(const std::string& path) const;

  FactsStore& store_;
  bool is_complete_ = true;
  std::map<std::string, File> files_;                                     // By path.
  std::map<std::string, std::vector<std::string>, std::less<>> by_name_;  // Of the file.
  std::vector<const CppFacts*> binding_files_;
  std::map<std::string, std::vector<FoundFunction>, std::less<>> functions_;
  std::vector<const CppClass*> classes_;
  std::map<std::string, std::set<std::string>> included_;
};

// "f" of "ns::A<int>::f<float>".
absl::string_view SimpleName(absl::string_view qualified);
// Without template arguments: "ns::A::f".
std::string WithoutTemplates(absl::string_view qualified);
// "ns::A::f" ends in "A::f".
bool EndsInName(absl::string_view qualified, absl::string_view name);

}  // namespace allreview::extensions

#endif  // ANALYZERS_EXTENSIONS_CPP_TREE_H_
