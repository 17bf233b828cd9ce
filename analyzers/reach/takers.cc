#include "analyzers/reach/takers.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"

namespace allreview::reach {
namespace {

using ir::Instruction;
using ir::Op;
using ir::Operand;
using repository::Edge;
using repository::Found;
using repository::IndexedFile;
using repository::ReferenceFacts;

constexpr int kMaxLines = 60;  // From where a call begins to its last argument.

// Registrations, by the last part of what is called. With a dot: all of it.
struct Registration {
  absl::string_view name;
  Kind kind;
  absl::string_view what;
};
constexpr Registration kRegistrations[] = {
    {"register_forward_hook", Kind::kTraining, "forward hook"},
    {"register_forward_pre_hook", Kind::kTraining, "forward hook"},
    {"register_module_forward_hook", Kind::kTraining, "forward hook"},
    {"register_module_forward_pre_hook", Kind::kTraining, "forward hook"},
    {"register_backward_hook", Kind::kTraining, "backward hook"},
    {"register_full_backward_hook", Kind::kTraining, "backward hook"},
    {"register_full_backward_pre_hook", Kind::kTraining, "backward hook"},
    {"register_module_full_backward_hook", Kind::kTraining, "backward hook"},
    {"register_hook", Kind::kTraining, "backward hook"},
    {"register_prehook", Kind::kTraining, "backward hook"},
    {"register_multi_grad_hook", Kind::kTraining, "backward hook"},
    {"register_post_accumulate_grad_hook", Kind::kTraining, "backward hook"},
    {"register_comm_hook", Kind::kTraining, "backward hook"},
    {"queue_callback", Kind::kTraining, "backward hook"},
    {"register_step_pre_hook", Kind::kTraining, "optimizer hook"},
    {"register_step_post_hook", Kind::kTraining, "optimizer hook"},
    {"register_optimizer_step_pre_hook", Kind::kTraining, "optimizer hook"},
    {"register_optimizer_step_post_hook", Kind::kTraining, "optimizer hook"},
    {"saved_tensors_hooks", Kind::kTraining, "hook of saved tensors"},
    {"register_state_dict_pre_hook", Kind::kCheckpoint, "state_dict hook"},
    {"register_state_dict_post_hook", Kind::kCheckpoint, "state_dict hook"},
    {"_register_state_dict_hook", Kind::kCheckpoint, "state_dict hook"},
    {"register_load_state_dict_pre_hook", Kind::kCheckpoint, "state_dict hook"},
    {"register_load_state_dict_post_hook", Kind::kCheckpoint, "state_dict hook"},
    {"_register_load_state_dict_pre_hook", Kind::kCheckpoint, "state_dict hook"},
    {"atexit.register", Kind::kRegistered, "exit handler"},
    {"weakref.finalize", Kind::kRegistered, "exit handler"},
    {"signal.signal", Kind::kRegistered, "signal handler"},
    {"Thread", Kind::kRegistered, "thread"},
    {"Timer", Kind::kRegistered, "thread"},
    {"submit", Kind::kRegistered, "thread"},
    {"Process", Kind::kRegistered, "process"},
    {"add_done_callback", Kind::kRegistered, "callback"},
};

std::optional<Entry> RoleOf(absl::string_view text, absl::string_view name) {
  for (const Registration& one : kRegistrations) {
    const bool is_whole = absl::StrContains(one.name, '.');
    if (one.name == (is_whole ? text : name)) {
      return Entry{one.kind, std::string(one.what), one.kind == Kind::kTraining};
    }
  }
  return std::nullopt;
}

// Calls what it is given before it returns.
bool RunsAtOnce(absl::string_view name) {
  constexpr absl::string_view kNames[] = {
      "checkpoint",  "map",           "filter",       "sorted",    "min",
      "max",         "apply",         "sort",         "reduce",    "spawn",
      "tree_map",    "tree_map_only", "assertRaises", "gradcheck", "assertRaisesRegex",
      "assertWarns", "raises",        "accumulate",   "takewhile", "dropwhile"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// The value is the function, or what a call of it returned, or a partial of it.
bool IsOf(const CodeView& code, ir::Register value, absl::string_view function) {
  if (code.LastName(value) == function) return true;
  const Instruction* made = code.DefinitionOf(code.Source(value));
  if (made == nullptr || made->op != Op::kCall) return false;
  const absl::string_view maker = code.LastName(code.OperandOf(*made, 0).value);
  if (maker == function) return true;
  return maker == "partial" && made->operand_count > 1 &&
         code.LastName(code.OperandOf(*made, 1).value) == function;
}

struct Place {
  const Instruction* call = nullptr;
  uint32_t operand = 0;
};

// The last call that begins before the line and has the function among its arguments.
Place FindTaker(const CodeView& code, int line, absl::string_view function) {
  Place place;
  for (const Instruction& call : code.code().instructions) {
    if (call.op != Op::kCall || call.line > line || call.line < line - kMaxLines) continue;
    if (place.call != nullptr && call.line < place.call->line) continue;
    if (code.LastName(code.OperandOf(call, 0).value) == "partial") continue;
    for (uint32_t i = 1; i < call.operand_count; ++i) {
      if (IsOf(code, code.OperandOf(call, i).value, function)) place = {&call, i};
    }
  }
  return place;
}

}  // namespace

Handing Takers::Of(const Found& function, const Edge& edge) {
  Handing handing;
  const bool is_hook = edge.reference == ReferenceFacts::Kind::kHook ||
                       edge.reference == ReferenceFacts::Kind::kHookMaker;
  if (is_hook) handing.role = Entry{Kind::kTraining, "hook", true};
  const Found caller = project_.FindDefinition(edge.call.caller);
  const IndexedFile* const file = caller ? caller.file : index_.FindModule(edge.call.caller);
  const auto code =
      file == nullptr ? std::nullopt : codes_.Find(*file, caller ? caller.definition->name : "");
  if (!code) return handing;
  const Place place = FindTaker(*code, edge.call.place.line, repository::SimpleName(function.name));
  if (place.call == nullptr) return handing;
  const ir::Register callee = code->OperandOf(*place.call, 0).value;
  handing.taker = code->Text(callee);
  const absl::string_view name = code->LastName(callee);
  if (auto role = RoleOf(handing.taker, name)) {
    handing.role = std::move(role);
  } else if (!is_hook) {
    handing.runs_there =
        RunsAtOnce(name) || CallsParameter(*file, *code, *place.call, place.operand);
  }
  return handing;
}

bool Takers::IsInIdleLambda(const Found& function, const Edge& edge) {
  if (edge.call.is_reference) return false;
  const auto [known, is_new] = idle_.try_emplace(&edge, false);
  if (is_new) known->second = FindIdleLambda(function, edge);
  return known->second;
}

bool Takers::FindIdleLambda(const Found& function, const Edge& edge) {
  const Found caller = project_.FindDefinition(edge.call.caller);
  const IndexedFile* const file = caller ? caller.file : index_.FindModule(edge.call.caller);
  const auto around =
      file == nullptr ? std::nullopt : codes_.Find(*file, caller ? caller.definition->name : "");
  if (!around) return false;
  const absl::string_view simple = repository::SimpleName(function.name);
  const absl::string_view name =
      simple == "__init__" ? repository::SimpleName(repository::OwnerOf(function.name)) : simple;
  const int line = edge.call.place.line;
  const auto has_it = [&](const CodeView& code) {
    const std::vector<uint32_t> calls = code.CallsOnLine(line, name);
    return !calls.empty() && code.Calls(calls[0], name);
  };
  if (has_it(*around)) return false;
  const std::vector<ir::Code>& codes = around->file().codes;
  const auto own = static_cast<uint32_t>(&around->code() - codes.data());
  for (uint32_t i = own + 1; i < codes.size(); ++i) {
    if (codes[i].kind != ir::Code::Kind::kLambda || codes[i].line > line) continue;
    if (line - codes[i].line > kMaxLines || !has_it(CodeView(around->file(), codes[i]))) continue;
    return codes[i].parent != own || !IsRun(*file, *around, i);
  }
  return false;
}

// It is called by its name, or handed to somebody who calls it there.
bool Takers::IsRun(const IndexedFile& file, const CodeView& around, uint32_t lambda) {
  const auto is_it = [&](ir::Register reg) {
    const Instruction* made = reg == ir::kNone ? nullptr : around.DefinitionOf(around.Source(reg));
    return made != nullptr && made->op == Op::kFunction && made->index == lambda;
  };
  for (const Instruction& call : around.code().instructions) {
    if (call.op != Op::kCall) continue;
    for (uint32_t i = 0; i < call.operand_count; ++i) {
      if (!is_it(around.OperandOf(call, i).value)) continue;
      const absl::string_view taker = around.LastName(around.OperandOf(call, 0).value);
      if (i == 0 || RunsAtOnce(taker) || CallsParameter(file, around, call, i)) return true;
    }
  }
  return false;
}

// A function of the repository that calls that parameter itself.
bool Takers::CallsParameter(const IndexedFile& file, const CodeView& code, const Instruction& call,
                            uint32_t operand) {
  const absl::string_view name = code.LastName(code.OperandOf(call, 0).value);
  Found taker;
  for (const repository::CallFacts& facts : file.facts().calls) {
    if (facts.place.line != call.line || repository::LastPart(facts.callee) != name) continue;
    taker = project_.FindDefinition(file.Absolute(facts.callee));
    break;
  }
  if (!taker || taker.definition->kind != python::Definition::Kind::kFunction) return false;
  const auto body = codes_.Find(*taker.file, taker.definition->name);
  if (!body) return false;
  const Operand& given = code.OperandOf(call, operand);
  const auto is_it = [&](uint32_t parameter) {
    return given.kind == Operand::Kind::kKeyword
               ? body->Name(body->code().parameters[parameter].name) == code.Name(given.keyword)
               : given.kind == Operand::Kind::kPlain && parameter == operand - 1;
  };
  const auto& instructions = body->code().instructions;
  return std::any_of(instructions.begin(), instructions.end(), [&](const Instruction& inner) {
    if (inner.op != Op::kCall) return false;
    const auto parameter = body->ParameterOf(body->OperandOf(inner, 0).value);
    return parameter && is_it(*parameter);
  });
}

}  // namespace allreview::reach
