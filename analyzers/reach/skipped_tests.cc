#include "analyzers/reach/skipped_tests.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"

namespace allreview::reach {
namespace {

using ir::Instruction;
using ir::Op;
using repository::IndexedFile;

constexpr size_t kMaxBlocks = 50;  // That follow each other.

bool IsSkip(absl::string_view decorator) {
  return decorator == "pytest.mark.skip" || decorator == "unittest.skip";
}

// pytestmark = pytest.mark.skip(…), alone or in a list.
bool SetsMark(const CodeView& code, const Instruction& instruction) {
  const bool is_mark = (instruction.op == Op::kSetGlobal || instruction.op == Op::kCopy) &&
                       instruction.operand_count > 0;
  if (!is_mark) return false;
  const absl::string_view name = instruction.op == Op::kSetGlobal ? code.Name(instruction.name)
                                 : instruction.result < code.code().locals.size()
                                     ? code.Name(code.code().locals[instruction.result].name)
                                     : absl::string_view();
  if (name != "pytestmark") return false;
  const std::string text = code.Text(code.OperandOf(instruction, 0).value);
  return absl::StrContains(text, "mark.skip") && !absl::StrContains(text, "mark.skipif");
}

// What runs in any case, in order, as long as nothing is decided.
std::vector<uint32_t> RunFirst(const CodeView& code) {
  const std::vector<ir::Block>& blocks = code.code().blocks;
  std::vector<uint32_t> instructions;
  ir::BlockId next = blocks.empty() ? ir::kNone : 0;
  for (size_t i = 0; i < kMaxBlocks && next != ir::kNone; ++i) {
    const ir::Block& block = blocks[next];
    next = ir::kNone;
    for (uint32_t at = block.first; at < block.end; ++at) {
      instructions.push_back(at);
      if (code.at(at).op == Op::kJump) next = code.at(at).targets[0];
    }
  }
  return instructions;
}

bool IsSkipCall(const CodeView& code, const Instruction& call) {
  const std::string called = code.Text(code.OperandOf(call, 0).value);
  return called == "pytest.skip" || called == "self.skipTest";
}

}  // namespace

// What the body of a class or module does in any case.
bool SkippedTests::IsMarked(const IndexedFile& file, absl::string_view scope) {
  const auto code = codes_.Find(file, scope);
  if (!code) return false;
  for (uint32_t i : RunFirst(*code)) {
    const Instruction& instruction = code->at(i);
    if (SetsMark(*code, instruction)) return true;
    if (scope.empty() && instruction.op == Op::kCall && IsSkipCall(*code, instruction)) return true;
  }
  return false;
}

bool SkippedTests::SkipsItself(const IndexedFile& file, absl::string_view scope) {
  const auto code = codes_.Find(file, scope);
  if (!code) return false;
  for (uint32_t i : RunFirst(*code)) {
    if (code->at(i).op == Op::kCall) return IsSkipCall(*code, code->at(i));
  }
  return false;
}

bool SkippedTests::Has(const IndexedFile& file, absl::string_view name) {
  const bool may_skip = file.HasWordAnywhere("skip") || file.HasWordAnywhere("skipTest");
  if (!may_skip || !paths::IsTestPath(file.path())) return false;
  const auto [module, is_new] = modules_.try_emplace(&file, false);
  if (is_new) module->second = IsMarked(file, "");
  if (module->second) return true;
  for (absl::string_view scope = name; !scope.empty(); scope = repository::OwnerOf(scope)) {
    const repository::DefinitionFacts* const definition = file.FindDefinition(scope);
    if (definition == nullptr) continue;
    const auto& decorators = definition->decorators;
    if (std::any_of(decorators.begin(), decorators.end(), IsSkip)) return true;
    const bool is_class = definition->kind == python::Definition::Kind::kClass;
    if (is_class ? IsMarked(file, scope) : SkipsItself(file, scope)) return true;
  }
  return false;
}

}  // namespace allreview::reach
