// What it costs to understand a tree, how much of it is understood, and what certainly fails in it.
//
//   bazel run //tests/bench:understanding -- DIR
//   bazel run //tests/bench:understanding -- --each DIR   # files one by one, as a review asks
//   bazel run //tests/bench:understanding -- --check-order DIR   # whether the order of questions
//   matters

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/hash/hash.h"
#include "analyzers/ir/encoding.h"
#include "analyzers/ir/lower.h"
#include "analyzers/python/module.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/print.h"
#include "analyzers/understanding/program.h"

namespace allreview {
namespace {

namespace fs = std::filesystem;
using understanding::CodeRef;
using understanding::Knowledge;
using understanding::Program;

// What a run says of its values.
size_t Fingerprint(const understanding::Run& run) {
  size_t hash = absl::HashOf(run.is_cut, run.returned.ToText());
  for (const understanding::Value& value : run.values) hash = absl::HashOf(hash, value.ToText());
  return hash;
}

// Asked in the opposite order, all answers are the same.
void CheckOrder(const Program& program) {
  std::map<CodeRef, size_t> forwards;
  Knowledge first(program), second(program);
  for (uint32_t file = 0; file < program.size(); ++file) {
    for (uint32_t code = 0; code < program.file(file).code.codes.size(); ++code) {
      forwards[{file, code}] = Fingerprint(first.Analyse({file, code}));
    }
  }
  int different = 0;
  for (auto at = forwards.rbegin(); at != forwards.rend(); ++at) {
    if (Fingerprint(second.Analyse(at->first)) == at->second) continue;
    if (++different > 10) continue;
    std::cout << "  differs: " << program.FullName(at->first) << "\n";
    const understanding::Run &one = first.Analyse(at->first), &other = second.Analyse(at->first);
    for (size_t i = 0; i < one.values.size(); ++i) {
      if (one.values[i].ToText() == other.values[i].ToText()) continue;
      std::cout << "    line " << program.code(at->first).instructions[i].line << ": "
                << one.values[i].ToText() << " / " << other.values[i].ToText() << "\n";
    }
  }
  std::cout << different << " of " << forwards.size() << " answers differ in the opposite order\n";
}

double Seconds(std::clock_t ticks) { return static_cast<double>(ticks) / CLOCKS_PER_SEC; }

void PrintFailures(const Program& program, CodeRef ref, const understanding::Run& run) {
  for (const understanding::Failure& failure : run.failures) {
    if (failure.is_guarded) continue;
    std::cout << "fails: " << program.file(ref.file).path << ":"
              << program.code(ref).instructions[failure.instruction].line << ": "
              << understanding::Describe(failure) << "\n";
  }
}

// A tree as a review has it: files encoded, none of them read.
struct Tree {
  std::vector<std::pair<std::string, std::string>> files;  // Path, encoded instructions.
  void AddTo(Program& program) const {
    for (const auto& [path, bytes] : files) program.AddEncoded(path, bytes);
  }
};

// What one file costs when nothing is known yet.
void MeasureEach(const Tree& tree) {
  constexpr size_t kFiles = 200;
  std::vector<double> seconds;
  std::vector<int> read;
  const size_t step = std::max<size_t>(1, tree.files.size() / kFiles);
  for (size_t file = 0; file < tree.files.size(); file += step) {
    const std::clock_t start = std::clock();
    Program program;
    tree.AddTo(program);
    Knowledge knowledge(program);
    const auto number = static_cast<uint32_t>(file);
    for (uint32_t code = 0; code < program.file(number).code.codes.size(); ++code) {
      knowledge.Analyse({number, code});
    }
    seconds.push_back(Seconds(std::clock() - start));
    read.push_back(program.files_read());
  }
  std::sort(seconds.begin(), seconds.end());
  std::sort(read.begin(), read.end());
  const size_t count = seconds.size();
  std::cout << count << " files, each anew: median " << 1000 * seconds[count / 2] << " ms, 95 % "
            << 1000 * seconds[count * 95 / 100] << " ms, most " << 1000 * seconds[count - 1]
            << " ms; files read: median " << read[count / 2] << ", 95 % " << read[count * 95 / 100]
            << "\n";
}

int Measure(const fs::path& root, const std::string& mode) {
  Tree tree;
  size_t bytes = 0, sources = 0;
  std::clock_t parsing = 0, lowering = 0;
  size_t instructions = 0, codes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".py") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    std::string source((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    const std::clock_t start = std::clock();
    const auto module = python::Module::Parse(fs::relative(entry.path(), root).string(), source);
    const std::clock_t parsed = std::clock();
    if (!module.ok()) continue;
    ir::File file = ir::Lower(**module);
    parsing += parsed - start;
    lowering += std::clock() - parsed;
    for (const ir::Code& code : file.codes) instructions += code.instructions.size();
    codes += file.codes.size();
    sources += (*module)->source().size();
    tree.files.emplace_back((*module)->path(), ir::Encode(file));
    bytes += tree.files.back().second.size();
  }
  std::sort(tree.files.begin(), tree.files.end());
  Program program;
  tree.AddTo(program);
  std::cout << program.size() << " files, " << codes << " codes, " << instructions
            << " instructions; parsed in " << Seconds(parsing) << " s, lowered in "
            << Seconds(lowering) << " s; " << bytes << " bytes encoded, of source " << sources
            << "\n";
  if (tree.files.empty()) return 1;
  if (mode == "--check-order") return CheckOrder(program), 0;
  if (mode == "--each") return MeasureEach(tree), 0;
  Knowledge knowledge(program);
  const std::clock_t start = std::clock();
  size_t cut = 0, reached = 0, closed = 0, part = 0;
  std::vector<std::pair<double, std::string>> slowest;
  for (uint32_t file = 0; file < program.size(); ++file) {
    for (uint32_t code = 0; code < program.file(file).code.codes.size(); ++code) {
      const std::clock_t before = std::clock();
      const understanding::Run& run = knowledge.Analyse({file, code});
      slowest.emplace_back(Seconds(std::clock() - before), program.FullName({file, code}));
      cut += run.is_cut;
      PrintFailures(program, {file, code}, run);
      for (const understanding::Value& value : run.values) {
        reached += !value.is_impossible();
        closed += !value.is_impossible() && !value.is_open();
        part += value.is_open() && !value.atoms().empty();
      }
    }
  }
  std::cout << "understood in " << Seconds(std::clock() - start) << " s; " << cut
            << " codes cut short; of " << reached << " values " << closed << " are known, " << part
            << " in part; " << knowledge.steps() << " instructions were run\n";
  std::sort(slowest.rbegin(), slowest.rend());
  for (size_t i = 0; i < 8 && i < slowest.size(); ++i) {
    std::cout << "  " << slowest[i].first << " s " << slowest[i].second << "\n";
  }
  return 0;
}

}  // namespace
}  // namespace allreview

int main(int argc, char** argv) {
  const std::string mode = argc == 3 ? argv[1] : "";
  if (argc != 2 && mode != "--check-order" && mode != "--each") {
    std::cerr << "usage: bazel run //tests/bench:understanding -- [--check-order | --each] DIR\n";
    return 2;
  }
  return allreview::Measure(argv[argc - 1], mode);
}
