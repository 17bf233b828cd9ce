#include "analyzers/idioms/match_arguments.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::idioms {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;

// They say where and how, not what.
constexpr absl::string_view kHarmless[] = {
    "allow_tf32",      "async_op",   "cache_modifier",  "device",  "dtype",
    "eviction_policy", "group",      "input_precision", "keepdim", "layout",
    "memory_format",   "name",       "non_blocking",    "out",     "out_dtype",
    "output_size",     "pin_memory", "requires_grad",   "sorted",  "sparse_grad",
    "stable"};

std::string Canonical(absl::string_view name) {
  if (name == "axis") return "dim";
  if (name == "keepdims") return "keepdim";
  return std::string(name);
}

// The overload that takes so many positional arguments and these keywords. Null: none.
const torch::Overload* OverloadFor(const std::string& api, size_t positional, Node call) {
  const torch::Api* known = api.empty() ? nullptr : torch::FindApi(api);
  if (known == nullptr) return nullptr;
  const python::Arguments arguments = python::ArgumentsOf(call);
  for (const torch::Overload& overload : known->overloads) {
    const bool fits =
        overload.parameters.size() >= positional &&
        std::all_of(arguments.keywords.begin(), arguments.keywords.end(), [&](Node keyword) {
          const std::string name = Canonical(keyword.child(Field::kName).text());
          return std::any_of(overload.parameters.begin(), overload.parameters.end(),
                             [&](const auto& parameter) { return parameter.name == name; });
        });
    if (fits) return &overload;
  }
  return nullptr;
}

NamedArguments Named(Node call, Node receiver, const std::string& api) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  NamedArguments named;
  named.is_known =
      !arguments.has_star && !arguments.has_double_star && arguments.after_star.empty();
  std::vector<Node> positional;
  if (receiver) positional.push_back(receiver);
  for (Node argument : arguments.positional) {
    if (!argument.Is(Kind::kEllipsis)) positional.push_back(argument);
  }
  named.overload = OverloadFor(api, positional.size(), call);
  for (size_t i = 0; i < positional.size(); ++i) {
    named.all.emplace_back(named.overload != nullptr
                               ? std::string(named.overload->parameters[i].name)
                               : absl::StrCat("#", i),
                           positional[i]);
  }
  for (Node keyword : arguments.keywords) {
    named.all.emplace_back(Canonical(keyword.child(Field::kName).text()),
                           keyword.child(Field::kValue));
  }
  return named;
}

Node Find(const NamedArguments& arguments, absl::string_view name) {
  for (const auto& [known, node] : arguments.all) {
    if (known == name) return node;
  }
  return Node();
}

// Left out, and what it is then is what the pattern wants.
bool MatchesDefault(Node wanted, absl::string_view name, const NamedArguments& code) {
  if (wanted.text() == "_") return true;
  if (code.overload == nullptr) return false;
  for (const torch::Parameter& parameter : code.overload->parameters) {
    if (parameter.name == name) {
      return parameter.has_default && parameter.default_text == wanted.text();
    }
  }
  return false;
}

}  // namespace

absl::string_view HeadOf(Node pattern) {
  if (!pattern.Is(Kind::kAttribute)) return "";
  const absl::string_view head = pattern.child(Field::kObject).text();
  return head == "torch" || head == "dist" || head == "tl" || head == "any" ? head
                                                                            : absl::string_view();
}

absl::string_view LastName(Node expression) {
  if (expression.Is(Kind::kIdentifier)) return expression.text();
  return expression.child(Field::kAttribute).text();
}

bool IsOf(const Module& module, absl::string_view head, Node expression) {
  if (head == "any") return true;
  const std::string name = module.Resolve(expression);
  if (head == "tl") {
    return absl::StartsWith(name, "triton.") || absl::StartsWith(expression.text(), "tl.");
  }
  const bool is_distributed = absl::StartsWith(name, "torch.distributed.");
  if (head == "dist") return is_distributed || absl::StartsWith(name, "deepspeed.comm.");
  return !is_distributed && absl::StartsWith(name, "torch.");
}

std::string ApiName(absl::string_view head, absl::string_view name) {
  if (head == "method") return absl::StrCat("torch.Tensor.", name);
  if (head == "dist") return absl::StrCat("torch.distributed.", name);
  if (head == "tl") return absl::StrCat("triton.language.", name);
  if (head != "torch") return "";
  for (absl::string_view prefix : {"torch.", "torch.nn.functional."}) {
    std::string full = absl::StrCat(prefix, name);
    if (torch::FindApi(full) != nullptr) return full;
  }
  return "";
}

NamedArguments ArgumentsOfCode(Node call, Node receiver, const std::string& api) {
  return Named(call, receiver, api);
}

PatternArguments ArgumentsOfPattern(Node call, const std::string& api) {
  PatternArguments pattern{.arguments = Named(call, Node(), api)};
  for (Node argument : python::ArgumentsOf(call).positional) {
    pattern.is_open |= argument.Is(Kind::kEllipsis);
  }
  return pattern;
}

bool MatchArguments(const PatternArguments& pattern, const NamedArguments& code,
                    const std::function<bool(Node, Node)>& match) {
  if (!code.is_known && !pattern.is_open) return false;
  for (const auto& [name, wanted] : pattern.arguments.all) {
    const Node given = Find(code, name);
    if (given ? !match(wanted, given) : !MatchesDefault(wanted, name, code)) return false;
  }
  if (pattern.is_open) return true;
  return std::all_of(code.all.begin(), code.all.end(), [&](const auto& argument) {
    return Find(pattern.arguments, argument.first) ||
           std::find(std::begin(kHarmless), std::end(kHarmless), argument.first) !=
               std::end(kHarmless);
  });
}

}  // namespace allreview::idioms
