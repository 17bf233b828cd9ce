#include "analyzers/ir/file_lowering.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/ir/types.h"
#include "base/poll.h"

namespace allreview::ir {
namespace {

using python::Kind;
using python::Node;
using python::Scope;

bool OwnsCode(Scope::Kind kind) { return kind != Scope::Kind::kComprehension; }

Constant NumberOf(absl::string_view text) {
  const std::string digits = absl::StrReplaceAll(text, {{"_", ""}});
  Constant constant = {.kind = Constant::Kind::kNumber};
  if (absl::StartsWithIgnoreCase(digits, "0x")) {
    if (absl::SimpleHexAtoi(digits, &constant.integer)) constant.kind = Constant::Kind::kInteger;
  } else if (absl::SimpleAtoi(digits, &constant.integer)) {
    constant.kind = Constant::Kind::kInteger;
  } else if (absl::SimpleAtod(digits, &constant.real) &&
             digits.find_first_of(".eE") != std::string::npos) {
    constant.kind = Constant::Kind::kReal;
  }
  if (constant.kind == Constant::Kind::kNumber) constant.integer = 0, constant.real = 0;
  return constant;
}

// The prefix of a literal in small letters: "rb".
std::string PrefixOf(Node string) {
  const absl::string_view text = string.text();
  std::string prefix(text.substr(0, std::min(text.find_first_of("\"'"), text.size())));
  for (char& c : prefix) c = static_cast<char>(c | 0x20);
  return prefix;
}

}  // namespace

FileLowering::FileLowering(const python::Module& module) : module_(module) {
  const std::vector<Scope>& scopes = module.scopes().scopes();
  code_of_scope_.resize(scopes.size(), 0);
  // In source order: a scope comes after the one around it.
  for (uint32_t scope = 0; scope < scopes.size(); ++scope) {
    Poll();
    if (OwnsCode(scopes[scope].kind)) {
      code_of_scope_[scope] = static_cast<uint32_t>(file_.codes.size());
      AddCode(scopes[scope].owner, scope);
    } else {
      code_of_scope_[scope] = code_of_scope_[scopes[scope].parent];
    }
  }
}

void FileLowering::AddCode(Node owner, uint32_t scope) {
  Code code;
  switch (module_.scopes().scopes()[scope].kind) {
    case Scope::Kind::kModule:
      code.kind = Code::Kind::kModule;
      break;
    case Scope::Kind::kClass:
      code.kind = Code::Kind::kClass;
      break;
    case Scope::Kind::kLambda:
      code.kind = Code::Kind::kLambda;
      break;
    default:
      code.kind = Code::Kind::kFunction;
  }
  const bool is_module = code.kind == Code::Kind::kModule;
  if (!is_module) {
    code.parent = code_of_scope_[module_.scopes().scopes()[scope].parent];
    code.name = Name(QualifiedName(owner, code.parent));
  }
  code.node = owner.index();
  code.line = is_module ? 1 : owner.first_line();
  code.is_async = !is_module && owner.child(Kind::kToken).text() == "async";
  codes_by_node_[owner.index()] = static_cast<uint32_t>(file_.codes.size());
  file_.codes.push_back(std::move(code));
}

std::string FileLowering::QualifiedName(Node owner, uint32_t parent) {
  const Code& outer = file_.codes[parent];
  const absl::string_view own =
      owner.Is(Kind::kLambda) ? "<lambda>" : owner.child(python::Field::kName).text();
  constexpr size_t kMaxName = 500;  // Nested deep, the names would be the square of the file.
  if (outer.name == kNone || file_.names[outer.name].size() > kMaxName) return std::string(own);
  return absl::StrCat(file_.names[outer.name], ".", own);
}

NameId FileLowering::Name(absl::string_view name) {
  const auto [at, is_new] =
      names_.try_emplace(std::string(name), static_cast<NameId>(file_.names.size()));
  if (is_new) file_.names.push_back(at->first);
  return at->second;
}

uint32_t FileLowering::ConstantIndex(const Constant& constant) {
  // Most files have few different constants, and neighbours are often equal.
  constexpr size_t kLookBack = 16;
  const size_t size = file_.constants.size();
  for (size_t i = size; i > size - std::min(size, kLookBack); --i) {
    if (file_.constants[i - 1] == constant) return static_cast<uint32_t>(i - 1);
  }
  file_.constants.push_back(constant);
  return static_cast<uint32_t>(size);
}

uint32_t FileLowering::ConstantOf(Node literal) {
  Constant constant;
  switch (literal.kind()) {
    case Kind::kNone:
      break;
    case Kind::kTrue:
      constant.kind = Constant::Kind::kTrue;
      break;
    case Kind::kFalse:
      constant.kind = Constant::Kind::kFalse;
      break;
    case Kind::kEllipsis:
      constant.kind = Constant::Kind::kEllipsis;
      break;
    case Kind::kInteger:
    case Kind::kFloat:
      constant = NumberOf(literal.text());
      break;
    case Kind::kString: {
      const std::string prefix = PrefixOf(literal);
      const absl::string_view content = python::Module::StringContent(literal);
      constant.kind = Constant::Kind::kText;
      if (prefix.find('b') != std::string::npos) {
        constant.kind = Constant::Kind::kBytes;
      } else if (prefix.find('f') != std::string::npos && literal.child(Kind::kInterpolation)) {
        return kNone;
      } else if (content.size() > Constant::kMaxText ||
                 (content.find('\\') != absl::string_view::npos &&
                  prefix.find('r') == std::string::npos)) {
        constant.kind = Constant::Kind::kSomeText;
      } else {
        constant.text = Name(content);
      }
      break;
    }
    default:
      return kNone;
  }
  return ConstantIndex(constant);
}

uint32_t FileLowering::CodeOf(Node owner) const {
  const auto code = codes_by_node_.find(owner.index());
  return code == codes_by_node_.end() ? kNone : code->second;
}

}  // namespace allreview::ir
