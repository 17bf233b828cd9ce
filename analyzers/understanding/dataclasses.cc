// The part of Knowledge that knows which fields a dataclass has.
// https://docs.python.org/3/library/dataclasses.html

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {
namespace {

using ir::Instruction;
using ir::Op;

constexpr absl::string_view kDataclass = "dataclasses.dataclass";

// The name at the front of an annotation: "typing.ClassVar" of ClassVar[int].
absl::string_view NameOfType(const ir::File& file, ir::TypeId id) {
  const ir::Type* type = &file.types[id];
  if (type->kind == ir::Type::Kind::kGeneric) type = &file.types[id + 1];
  return type->name == ir::kNone ? "" : absl::string_view(file.names[type->name]);
}

// The body of a class, read for its fields.
class FieldReader {
 public:
  FieldReader(const ir::File& file, const ir::Code& code)
      : file_(file), code_(code), makers_(code.register_count, nullptr) {
    for (const Instruction& instruction : code.instructions) {
      if (instruction.result != ir::kNone) makers_[instruction.result] = &instruction;
    }
  }

  // Without branches the body binds all that it names.
  bool IsStraight() const {
    return std::none_of(code_.instructions.begin(), code_.instructions.end(),
                        [](const Instruction& instruction) {
                          return instruction.op == Op::kBranch || instruction.op == Op::kNext ||
                                 instruction.op == Op::kChoose;
                        });
  }

  const Instruction* maker(ir::Register place) const {
    return place == ir::kNone ? nullptr : makers_[place];
  }

  // The value of an option that is True or False in the text.
  std::optional<bool> Flag(const ir::Operand& option) const {
    const Instruction* const made = maker(option.value);
    if (made == nullptr || made->op != Op::kConstant) return std::nullopt;
    const ir::Constant::Kind kind = file_.constants[made->index].kind;
    if (kind == ir::Constant::Kind::kTrue) return true;
    return kind == ir::Constant::Kind::kFalse ? std::optional(false) : std::nullopt;
  }

  // Options of field(...); false: they are not known.
  bool ReadOptions(const Instruction& call, Field& field) const {
    const Instruction* const callee = maker(code_.operands[call.first_operand].value);
    const absl::string_view name = callee == nullptr || callee->name == ir::kNone
                                       ? ""
                                       : absl::string_view(file_.names[callee->name]);
    // What another function returns may be a field, too.
    if (name != "field" && name != "dataclasses.field") return false;
    field.has_default = false;
    for (uint32_t i = 1; i < call.operand_count; ++i) {
      const ir::Operand& option = code_.operands[call.first_operand + i];
      if (option.kind != ir::Operand::Kind::kKeyword) return false;
      const absl::string_view keyword = file_.names[option.keyword];
      const std::optional<bool> flag = Flag(option);
      field.has_default |= keyword == "default" || keyword == "default_factory";
      if (keyword != "init" && keyword != "kw_only") continue;
      if (!flag) return false;
      (keyword == "init" ? field.is_parameter : field.is_keyword_only) = *flag;
    }
    return true;
  }

 private:
  const ir::File& file_;
  const ir::Code& code_;
  std::vector<const Instruction*> makers_;  // By register: the last of them.
};

// The fields that the body declares; none: some are not known.
std::optional<std::vector<Field>> OwnFields(const ir::File& file, const ir::Code& code,
                                            bool is_keyword_only) {
  const FieldReader reader(file, code);
  if (!reader.IsStraight()) return std::nullopt;
  std::vector<Field> fields;
  for (const Instruction& instruction : code.instructions) {
    if (instruction.op != Op::kDeclare) continue;
    if (file.types[instruction.type].kind == ir::Type::Kind::kUnknown) return std::nullopt;
    const absl::string_view type = NameOfType(file, instruction.type);
    if (absl::EndsWith(type, "ClassVar")) continue;
    if (absl::EndsWith(type, "KW_ONLY")) {
      is_keyword_only = true;
      continue;
    }
    Field field = {.name = file.names[instruction.name],
                   .has_default = instruction.operand_count > 0,
                   .is_keyword_only = is_keyword_only};
    const Instruction* const made =
        field.has_default ? reader.maker(code.operands[instruction.first_operand].value) : nullptr;
    const bool is_call = made != nullptr && made->op == Op::kCall;
    if (is_call && !reader.ReadOptions(*made, field)) return std::nullopt;
    fields.push_back(std::move(field));
  }
  return fields;
}

// One that is declared again keeps its place.
void Add(std::vector<Field>& fields, const Field& field) {
  const auto known = std::find_if(fields.begin(), fields.end(),
                                  [&](const Field& one) { return one.name == field.name; });
  if (known == fields.end()) {
    fields.push_back(field);
  } else {
    *known = field;
  }
}

}  // namespace

// Options of @dataclass(...).
void Knowledge::ReadOptions(CodeRef around, const Instruction& decorator, Decoration& decoration) {
  const ir::File& file = program_.file(around.file).code;
  const ir::Code& code = program_.code(around);
  const FieldReader reader(file, code);
  for (uint32_t i = 1; i < decorator.operand_count; ++i) {
    const ir::Operand& option = code.operands[decorator.first_operand + i];
    const bool is_keyword = option.kind == ir::Operand::Kind::kKeyword;
    const absl::string_view keyword =
        is_keyword ? absl::string_view(file.names[option.keyword]) : "";
    if (is_keyword && keyword != "init" && keyword != "kw_only") continue;
    const std::optional<bool> flag = reader.Flag(option);
    decoration.is_known &= is_keyword && flag.has_value();
    if (keyword == "init") decoration.makes_init = flag.value_or(false);
    if (keyword == "kw_only") decoration.is_keyword_only = flag.value_or(false);
  }
}

Knowledge::Decoration Knowledge::DecorationOf(CodeRef a_class) {
  Decoration decoration;
  const CodeRef around = {a_class.file, program_.code(a_class).parent};
  const ir::Code& code = program_.code(around);
  ir::Register made = ir::kNone;
  const Run* run = nullptr;
  for (const Instruction& instruction : code.instructions) {
    if (instruction.op == Op::kClass && instruction.index == a_class.code) {
      made = instruction.result;
      continue;
    }
    const bool is_decorator =
        made != ir::kNone && instruction.op == Op::kCall && instruction.operand_count == 2 &&
        code.operands[instruction.first_operand + 1].value == made && made >= code.locals.size();
    if (!is_decorator) continue;
    made = instruction.result;
    if (run == nullptr) run = RunAround(a_class);
    const ir::Register callee = code.operands[instruction.first_operand].value;
    const Plan& plan = PlanOf(around);
    const Instruction* const maker =
        callee < code.locals.size() ? plan.binding(callee) : plan.maker(callee);
    if (run == nullptr || maker == nullptr) return {.is_known = false};
    const size_t number = static_cast<size_t>(maker - code.instructions.data());
    const Value value = run->values.size() > number ? Forced(run->values[number]) : Value();
    const Atom* const only = value.only();
    decoration.is_known &= only != nullptr && only->text == kDataclass;
    if (!decoration.is_known) return decoration;
    decoration.is_dataclass = decoration.makes_init = true;
    if (maker->op == Op::kCall) ReadOptions(around, *maker, decoration);
  }
  return decoration;
}

void Knowledge::AddFields(CodeRef a_class, ClassInfo& info) {
  using Init = ClassInfo::Init;
  const Decoration decoration = DecorationOf(a_class);
  const bool has_own = program_.FindLocal(a_class, "__init__").has_value();
  info.init = has_own ? Init::kWritten : decoration.is_known ? Init::kInherited : Init::kUnknown;
  if (!decoration.is_dataclass) return;
  for (size_t i = info.own.size(); i-- > 1;) {
    const ClassInfo& base = ClassOf(info.own[i]);
    for (const Field& field : base.fields) Add(info.fields, field);
    info.are_fields_known = info.are_fields_known && base.are_fields_known;
  }
  const std::optional<std::vector<Field>> own = OwnFields(
      program_.file(a_class.file).code, program_.code(a_class), decoration.is_keyword_only);
  for (const Field& field : own.value_or(std::vector<Field>())) Add(info.fields, field);
  info.are_fields_known =
      info.are_fields_known && own.has_value() && decoration.is_known && !info.is_dynamic;
  if (has_own || !decoration.makes_init) return;
  info.init = info.are_fields_known ? Init::kOfFields : Init::kUnknown;
}

}  // namespace allreview::understanding
