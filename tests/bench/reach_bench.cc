// Who gets to the functions of a tree: how many of each kind, what it costs, and samples to read.
//
//   bazel run //tests/bench:reach -- DIR             # counts
//   bazel run //tests/bench:reach -- DIR 30 7        # 30 answers drawn with seed 7
//   bazel run //tests/bench:reach -- DIR --file=pkg/moe/router.py       # its functions, and
//   branches

#include <ctime>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/strip.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/print_reach.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"
#include "analyzers/repository/repository_index.h"
#include "tools/debug/tree_on_disk.h"

namespace allreview {
namespace {

using repository::IndexedFile;

double Seconds(std::clock_t ticks) { return static_cast<double>(ticks) / CLOCKS_PER_SEC; }

struct Asked {
  const IndexedFile* file;
  std::string name;
};

std::vector<Asked> FunctionsOf(repository::RepositoryIndex& index) {
  std::vector<Asked> all;
  for (const IndexedFile* file : index.AllFiles()) {
    if (paths::IsTestPath(file->path()) || reach::IsAsidePath(file->path())) continue;
    for (const repository::DefinitionFacts& definition : file->facts().definitions) {
      if (definition.kind == python::Definition::Kind::kClass) continue;
      all.push_back({file, repository::Join(file->module(), definition.name)});
    }
  }
  return all;
}

void PrintCounts(const std::vector<Asked>& all, reach::Reach& reach) {
  std::map<std::string, int> kinds;
  const std::clock_t start = std::clock();
  for (const Asked& asked : all) {
    const reach::FunctionReach& answer = reach.ReachOf(asked.name);
    for (const reach::Way& way : answer.ways) ++kinds[std::string(NameOf(way.entry.kind))];
    switch (answer.state) {
      case reach::FunctionReach::State::kReached:
        ++kinds["= product"];
        break;
      case reach::FunctionReach::State::kOnly:
        ++kinds["= only tests and examples"];
        break;
      case reach::FunctionReach::State::kNobody:
        ++kinds["= nobody"];
        break;
      case reach::FunctionReach::State::kUnknown:
        ++kinds["= unknown"];
    }
  }
  std::cout << all.size() << " functions, " << Seconds(std::clock() - start) << " s\n";
  for (const auto& [kind, count] : kinds) std::cout << "  " << kind << ": " << count << "\n";
}

int Run(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    std::cerr << "usage: reach DIR [COUNT SEED | --file=PATH]\n";
    return 2;
  }
  debug::TreeOnDisk tree(arguments[0]);
  const std::vector<change::ChangedFile> none;
  const change::AnalysedChange change = change::ParseChange({.files = none, .repository = &tree});
  repository::RepositoryIndex& index = change.index();
  reach::Reach& reach = change.reach();
  absl::string_view wanted = arguments.size() > 1 ? arguments[1] : absl::string_view();
  if (absl::ConsumePrefix(&wanted, "--file=")) {
    for (const IndexedFile* file : index.AllFiles()) {
      if (file->path() != wanted) continue;
      std::cout << reach::PrintReach(reach, *file) << reach::PrintBranches(reach, *file);
    }
    return 0;
  }
  std::vector<Asked> all = FunctionsOf(index);
  if (arguments.size() < 3) {
    PrintCounts(all, reach);
    return 0;
  }
  std::mt19937 random(static_cast<unsigned>(std::stoul(arguments[2])));
  for (int i = std::stoi(arguments[1]); i > 0 && !all.empty(); --i) {
    const Asked& asked = all[random() % all.size()];
    std::cout << "== " << asked.file->path() << "\n";
    std::cout << reach::PrintFunction(reach, *asked.file, asked.name);
  }
  return 0;
}

}  // namespace
}  // namespace allreview

int main(int argc, char** argv) { return allreview::Run({argv + 1, argv + argc}); }
