// What is known of a program, which may be anybody's: up to four files, one behind another. Beside
// "does not crash, and ends", answers are the same whether instructions come from a tree or from
// the bytes that are kept of it.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "analyzers/ir/encoding.h"
#include "analyzers/ir/lower.h"
#include "analyzers/python/module.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/print.h"
#include "analyzers/understanding/program.h"
#include "base/check.h"

namespace allreview {
namespace {

constexpr absl::string_view kNextFile = "\n# next file\n";
constexpr const char* kPaths[] = {"pkg/a.py", "pkg/b.py", "pkg/__init__.py", "run.py"};

// What is said of every file, and how much was interpreted for it.
std::string AnswersOf(const understanding::Program& program) {
  understanding::Knowledge knowledge(program);
  std::string answers;
  for (uint32_t file = 0; file < program.size(); ++file) {
    absl::StrAppend(&answers, understanding::Print(knowledge, file));
  }
  return absl::StrCat(answers, knowledge.steps(), " ", knowledge.cuts());
}

void CheckProgram(absl::string_view text) {
  understanding::Program from_trees, from_bytes;
  std::vector<std::string> kept;
  kept.reserve(std::size(kPaths));  // The program has views of them.
  for (absl::string_view source : absl::StrSplit(text, kNextFile)) {
    if (kept.size() == std::size(kPaths)) break;
    const char* const path = kPaths[kept.size()];
    const auto module = python::Module::Parse(path, std::string(source));
    if (!module.ok()) return;
    ir::File code = ir::Lower(**module);
    kept.push_back(ir::Encode(code));
    from_trees.Add(path, std::move(code));
    from_bytes.AddEncoded(path, kept.back());
  }
  CHECK(AnswersOf(from_trees) == AnswersOf(from_bytes)) << "bytes say what trees say";
}

// What lies in the cache may be of anybody's making.
void CheckForeignBytes(absl::string_view bytes) {
  understanding::Program program;
  program.AddEncoded("pkg/a.py", bytes);
  AnswersOf(program);
}

}  // namespace
}  // namespace allreview

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  allreview::CheckProgram(text);
  allreview::CheckForeignBytes(text);
  return 0;
}
