// Which calls that a suite expects to be rejected, because of types of tensors along axes, are said
// to fail.
//
//   bazel run //tests/bench:rejected_types -- DIR             # a clone of meta-pytorch/spmd_types
//   bazel run //tests/bench:rejected_types -- --unknown DIR   # what was not found, too
//
// Each test of DIR/tests is a program of its own. Code under assertRaises(SpmdTypeError) and the
// like, or in a `try` that catches it, must be rejected; everything else is accepted, and a failure
// there is wrong. What stands for types in the suite's own helpers is written out: an axis that
// setUpClass makes, `self.tp`, as "tp"; what makes an input, `self._generate_inputs(shape, axis,
// type)`, as a tensor and assert_type().

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/ir/lower.h"
#include "analyzers/python/module.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/print.h"
#include "analyzers/understanding/program.h"
#include "re2/re2.h"

namespace allreview {
namespace {

namespace fs = std::filesystem;
using understanding::Failure;

struct Counts {
  int files = 0, marks = 0, right = 0, wrong = 0;
};

// What the suite's helper for inputs does.
constexpr absl::string_view kGeneratedInput = R"py(

def generated_input(shape, axis, typ):
    x = torch.zeros(shape)
    assert_type(x, {axis: typ})
    return x
)py";

struct Block {
  int first = 0, end = 0;  // Lines of what must be rejected.
  bool is_found = false;
};

int Indent(const std::string& line) {
  const size_t start = line.find_first_not_of(' ');
  return start == std::string::npos ? -1 : static_cast<int>(start);
}

// The line opens a block that is expected to raise: `with self.assertRaises(SpmdTypeError):`, or a
// `try:` whose first handler catches that.
bool ExpectsError(const std::vector<std::string>& lines, size_t i) {
  const absl::string_view line = absl::StripAsciiWhitespace(lines[i]);
  if (absl::StartsWith(line, "with ")) return absl::StrContains(line, "self.assertRaises");
  if (line != "try:") return false;
  for (size_t next = i + 1; next < lines.size(); ++next) {
    if (Indent(lines[next]) == Indent(lines[i])) {
      return absl::StrContains(lines[next], "except SpmdTypeError");
    }
  }
  return false;
}

std::vector<Block> BlocksOf(const std::vector<std::string>& lines) {
  std::vector<Block> blocks;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!ExpectsError(lines, i)) continue;
    size_t start = i;
    while (start < lines.size() && !absl::EndsWith(lines[start], ":")) ++start;
    size_t end = start + 1;
    while (end < lines.size() && (Indent(lines[end]) < 0 || Indent(lines[end]) > Indent(lines[i])))
      ++end;
    blocks.push_back({static_cast<int>(start) + 2, static_cast<int>(end) + 1});
  }
  return blocks;
}

// What the suite's helpers stand for, line by line.
std::string WrittenOut(const std::string& line) {
  static const RE2* const axis = new RE2(R"(\bself\.(pg|tp|dp|cp|ep|dp_cp)(?:_pg)?\b([^.]|$))");
  static const RE2* const input = new RE2(
      R"re((\w+) = self\.(?:_make_input|_make_typed)\((\(.*?\)), (?:("\w+"), )?([\w()]+)\))re");
  std::string plain = line;
  RE2::GlobalReplace(&plain, *axis, R"("\1"\2)");
  plain = absl::StrReplaceAll(
      plain, {{"\"pg\"", "\"world\""}, {"self._generate_inputs(", "generated_input("}});
  std::string name, shape, on, type;
  if (!RE2::PartialMatch(plain, *input, &name, &shape, &on, &type)) return plain;
  if (on.empty()) on = "\"tp\"";
  RE2::Replace(&plain, *input,
               absl::StrCat(name, " = torch.zeros(", shape, "); assert_type(", name, ", {", on,
                            ": ", type, "})"));
  return plain;
}

void Judge(const fs::path& path, bool shows_unknown, Counts& counts) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)),
                         std::istreambuf_iterator<char>());
  std::vector<std::string> lines = absl::StrSplit(text, '\n');
  std::vector<Block> blocks = BlocksOf(lines);
  for (std::string& line : lines) line = WrittenOut(line);
  const auto module =
      python::Module::Parse("m.py", absl::StrCat(absl::StrJoin(lines, "\n"), kGeneratedInput));
  if (!module.ok()) return;
  understanding::Program program;
  const uint32_t file = program.Add("m.py", ir::Lower(**module));
  understanding::Knowledge knowledge(program);
  ++counts.files;
  counts.marks += static_cast<int>(blocks.size());
  for (uint32_t code = 0; code < program.file(file).code.codes.size(); ++code) {
    const understanding::Run& run = knowledge.Analyse({file, code});
    for (const Failure& failure : run.failures) {
      const int line = program.code({file, code}).instructions[failure.instruction].line;
      const auto block = std::find_if(blocks.begin(), blocks.end(), [&](const Block& one) {
        return one.first <= line && line < one.end;
      });
      if (block != blocks.end()) {
        block->is_found = true;
        continue;
      }
      ++counts.wrong;
      std::cout << "not expected: " << path.filename().string() << ":" << line << ": "
                << understanding::Describe(failure) << "\n";
    }
  }
  for (const Block& block : blocks) {
    counts.right += block.is_found;
    if (shows_unknown && !block.is_found) {
      std::cout << "not found: " << path.filename().string() << ":" << block.first << ": "
                << lines[static_cast<size_t>(block.first) - 1] << "\n";
    }
  }
}

int Count(const fs::path& root, bool shows_unknown) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(root / "tests")) {
    if (entry.is_regular_file() && entry.path().extension() == ".py") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  Counts counts;
  for (const fs::path& path : paths) Judge(path, shows_unknown, counts);
  std::cout << counts.files << " files\n"
            << counts.marks << " places must be rejected: " << counts.right << " right, "
            << counts.marks - counts.right << " unknown; " << counts.wrong
            << " failures in code that is accepted\n";
  return 0;
}

}  // namespace
}  // namespace allreview

int main(int argc, char** argv) {
  const bool shows_unknown = argc == 3 && std::string(argv[1]) == "--unknown";
  if (argc != 2 && !shows_unknown) {
    std::cerr << "usage: bazel run //tests/bench:rejected_types -- [--unknown] DIR\n";
    return 2;
  }
  return allreview::Count(argv[argc - 1], shows_unknown);
}
