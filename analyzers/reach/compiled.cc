#include "analyzers/reach/compiled.h"

#include <optional>

#include "absl/strings/match.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::reach {
namespace {

using repository::Found;
using repository::IndexedFile;

// torch.compile(f), torch.cuda.make_graphed_callables(f, …)
std::string MakerOf(const CodeView& code, const ir::Instruction& call) {
  const ir::Register callee = code.OperandOf(call, 0).value;
  const absl::string_view name = code.LastName(callee);
  if (name == "make_graphed_callables") return "cuda-graph";
  return name == "compile" && code.Text(callee) == "torch.compile" ? "torch.compile" : "";
}

// The call among the operands of which the function stands, on that line.
std::string MakerOnLine(const CodeView& code, int line, absl::string_view function) {
  for (const ir::Instruction& instruction : code.code().instructions) {
    if (instruction.op != ir::Op::kCall || instruction.operand_count < 2) continue;
    if (instruction.line > line || instruction.line < line - 3) continue;
    std::string maker = MakerOf(code, instruction);
    for (uint32_t i = 1; i < instruction.operand_count && !maker.empty(); ++i) {
      if (code.LastName(code.OperandOf(instruction, i).value) == function) return maker;
    }
  }
  return "";
}

}  // namespace

std::string HowCompiled(repository::Project& project, repository::RepositoryIndex& index,
                        Codes& codes, const Found& function) {
  for (const std::string& decorator : function.definition->decorators) {
    if (decorator == "torch.compile" || absl::StartsWith(decorator, "torch.compile(")) {
      return "torch.compile";
    }
  }
  for (const repository::Edge& edge : project.EdgesTo(function.name)) {
    if (!edge.call.is_reference) continue;
    const Found caller = project.FindDefinition(edge.call.caller);
    const IndexedFile* const file = caller ? caller.file : index.FindModule(edge.call.caller);
    if (file == nullptr) continue;
    const auto code = codes.Find(*file, caller ? caller.definition->name : "");
    if (!code) continue;
    std::string maker =
        MakerOnLine(*code, edge.call.place.line, repository::SimpleName(function.name));
    if (!maker.empty()) return maker;
  }
  return "";
}

}  // namespace allreview::reach
