// What is found in a folder of Python files that say where they are wrong and what shapes they
// have.
//
//   bazel run //tests/bench:marked_errors -- DIR
//   bazel run //tests/bench:marked_errors -- --unknown DIR   # what was not found, too
//
// Each file is a program of its own. A comment "# E:" marks its own line, or, on a line of its own,
// the next statement: a failure up to kReach lines behind it is right, one elsewhere is not marked,
// unless its line says "type: ignore".
// assert_type(x, Tensor[[2, 3]]) says what shape x has: another number or rank is wrong; where a
// name stands on either side, and where nothing is known, nothing is said.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "analyzers/ir/lower.h"
#include "analyzers/python/module.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/print.h"
#include "analyzers/understanding/program.h"
#include "analyzers/understanding/tensor_shapes.h"

namespace allreview {
namespace {

namespace fs = std::filesystem;
using understanding::Atom;
using understanding::CodeRef;
using understanding::Program;
using understanding::Run;
using understanding::Value;

constexpr int kReach = 4;
constexpr absl::string_view kMark = "# E:", kExcuse = "type: ignore";

struct Counts {
  int files = 0, marks = 0, right = 0, not_marked = 0, excused = 0;
  int tensors = 0, ranks = 0;
  int asserted = 0, shapes_right = 0, shapes_wrong = 0;
};

struct Source {
  std::string path;
  std::vector<std::string> lines;
  std::vector<int> marks;  // Lines where nothing was found so far.
};

const Atom* TensorIn(const Value& value) {
  const Atom* const only = value.only();
  return only != nullptr && only->kind == Atom::Kind::kTensor ? only : nullptr;
}

bool HasRank(const Atom* tensor) {
  return tensor != nullptr && tensor->tensor != nullptr && tensor->tensor->has_rank;
}

std::string Plain(absl::string_view shape) {
  return absl::StrReplaceAll(shape, {{" ", ""}, {"(", ""}, {")", ""}, {"[", ""}, {"]", ""}});
}

// What assert_type() says on a line: "2,3"; none: nothing about one shape.
std::optional<std::string> AssertedShape(absl::string_view line) {
  const size_t start = line.find(", Tensor[["), end = line.find("]])");
  const bool is_one = absl::StrContains(line, "assert_type(") && start != line.npos &&
                      end != line.npos && !absl::StrContains(line, "*Elements");
  if (!is_one) return std::nullopt;
  return Plain(line.substr(start + 10, end - start - 10));
}

// The value of the first argument of a call.
Value FirstArgument(const ir::Code& code, size_t call, const Run& run) {
  const ir::Register place = code.operands[code.instructions[call].first_operand + 1].value;
  for (size_t i = call; i > 0; --i) {
    if (code.instructions[i - 1].result == place) return run.values[i - 1];
  }
  return Value::Unknown();
}

bool Differ(const std::string& found, const std::string& wanted) {
  const std::vector<std::string> ours = absl::StrSplit(found, ','),
                                 theirs = absl::StrSplit(wanted, ',');
  const auto is_number = [](const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  };
  if (ours.size() != theirs.size()) return true;
  for (size_t i = 0; i < ours.size(); ++i) {
    if (is_number(ours[i]) && is_number(theirs[i]) && ours[i] != theirs[i]) return true;
  }
  return false;
}

void JudgeShapes(const Source& source, const ir::Code& code, const Run& run, bool shows_unknown,
                 Counts& counts) {
  int last_line = 0;
  for (size_t i = code.instructions.size(); i > 0; --i) {
    const ir::Instruction& call = code.instructions[i - 1];
    const bool is_outermost = call.op == ir::Op::kCall && call.line != last_line;
    if (!is_outermost || call.operand_count != 3) continue;
    last_line = call.line;
    const std::optional<std::string> wanted =
        AssertedShape(source.lines[static_cast<size_t>(call.line - 1)]);
    if (!wanted) continue;
    const Value value = FirstArgument(code, i - 1, run);
    const Atom* const tensor = TensorIn(value);
    const std::string found =
        HasRank(tensor) ? Plain(understanding::ShapeText(*tensor->tensor)) : "?";
    const bool is_wrong = found != "?" && Differ(found, *wanted);
    ++counts.asserted;
    counts.shapes_right += found == *wanted;
    counts.shapes_wrong += is_wrong;
    if (is_wrong || (shows_unknown && found != *wanted)) {
      std::cout << (is_wrong ? "another shape: " : "unlike: ") << source.path << ":" << call.line
                << ": " << found << ", not " << *wanted << "\n";
    }
  }
}

void JudgeFailures(Source& source, const ir::Code& code, const Run& run, Counts& counts) {
  for (const understanding::Failure& failure : run.failures) {
    const int line = code.instructions[failure.instruction].line;
    const auto near = std::find_if(source.marks.begin(), source.marks.end(), [&](int marked) {
      return marked <= line && line <= marked + kReach;
    });
    if (near != source.marks.end()) {
      source.marks.erase(near);
      ++counts.right;
      continue;
    }
    if (absl::StrContains(source.lines[static_cast<size_t>(line - 1)], kExcuse)) {
      ++counts.excused;
      continue;
    }
    ++counts.not_marked;
    std::cout << "not marked: " << source.path << ":" << line << ": "
              << understanding::Describe(failure) << "\n";
  }
}

void Judge(const fs::path& path, bool shows_unknown, Counts& counts) {
  std::ifstream stream(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  Source source = {.path = path.string(), .lines = absl::StrSplit(text, '\n'), .marks = {}};
  for (size_t i = 0; i < source.lines.size(); ++i) {
    if (absl::StrContains(source.lines[i], kMark)) source.marks.push_back(static_cast<int>(i) + 1);
  }
  const auto module = python::Module::Parse("m.py", std::move(text));
  if (!module.ok()) return;
  Program program;
  const uint32_t file = program.Add("m.py", ir::Lower(**module));
  understanding::Knowledge knowledge(program);
  ++counts.files;
  counts.marks += static_cast<int>(source.marks.size());
  for (uint32_t code = 0; code < program.file(file).code.codes.size(); ++code) {
    const Run& run = knowledge.Analyse({file, code});
    for (const Value& value : run.values) {
      counts.tensors += TensorIn(value) != nullptr;
      counts.ranks += HasRank(TensorIn(value));
    }
    JudgeFailures(source, program.code({file, code}), run, counts);
    JudgeShapes(source, program.code({file, code}), run, shows_unknown, counts);
  }
  for (const int line : source.marks) {
    if (shows_unknown) std::cout << "not found: " << source.path << ":" << line << "\n";
  }
}

int Count(const fs::path& root, bool shows_unknown) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.is_regular_file() && entry.path().extension() == ".py") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  Counts counts;
  for (const fs::path& path : paths) Judge(path, shows_unknown, counts);
  std::cout << counts.files << " files\n"
            << counts.marks << " marks: " << counts.right << " found, "
            << counts.marks - counts.right << " not; " << counts.not_marked
            << " failures are not marked; " << counts.excused
            << " stand in lines that type checkers are to ignore\n"
            << counts.asserted << " shapes: " << counts.shapes_right << " right, "
            << counts.shapes_wrong << " wrong, "
            << counts.asserted - counts.shapes_right - counts.shapes_wrong
            << " unknown or under other names\n"
            << counts.tensors << " tensors: the rank of " << counts.ranks << " is known\n";
  return 0;
}

}  // namespace
}  // namespace allreview

int main(int argc, char** argv) {
  const bool shows_unknown = argc == 3 && std::string(argv[1]) == "--unknown";
  if (argc != 2 && !shows_unknown) {
    std::cerr << "usage: bazel run //tests/bench:marked_errors -- [--unknown] DIR\n";
    return 2;
  }
  return allreview::Count(argv[argc - 1], shows_unknown);
}
