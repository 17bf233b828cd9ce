// Collectives and conversions of the library of types: f(x, axis, src=, dst=).

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/understanding/spmd_types.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

struct Conversion {
  absl::string_view name;
  absl::string_view from, to;      // Types that it takes and makes: "PV".
  absl::string_view source, goal;  // Unless the call says otherwise; "": it has to.
};
constexpr Conversion kConversions[] = {
    {"all_gather", "V", "RI", "V", ""},
    {"all_reduce", "PV", "RI", "P", ""},
    {"all_to_all", "V", "V", "V", "V"},
    {"convert", "RIV", "RIVP", "", ""},
    {"invariant_to_replicate", "I", "R", "I", "R"},
    {"redistribute", "RIVP", "RIVP", "", ""},
    {"reduce_scatter", "PV", "V", "P", "V"},
    {"reinterpret", "RIV", "RIVP", "", ""},
};

char LetterOf(const AxisPlacement& type) { return type.dimension ? 'V' : SymbolOf(type)[0]; }

std::optional<AxisPlacement> GivenType(const AskingCall& call, size_t position,
                                       absl::string_view keyword, absl::string_view fallback) {
  const Value* const given = call.Argument(position, keyword);
  if (given != nullptr) return TypeNamed(*given);
  return fallback.empty() ? std::nullopt : std::optional(TypeOfLetter(fallback[0]));
}

// From what to what it cannot change without communication, or only for those who insist.
std::optional<std::string> WhyNotConvertible(const AskingCall& call, absl::string_view name,
                                             const AxisPlacement& from, const AxisPlacement& to) {
  const char a = LetterOf(from), b = LetterOf(to);
  const bool is_reinterpret = name == "reinterpret";
  if (name != "convert" && !is_reinterpret) return std::nullopt;
  const std::string what = absl::StrCat(name, "(", SymbolOf(from), ", ", SymbolOf(to), ")");
  if (is_reinterpret && (from.dimension || to.dimension)) return what + " takes no S(i)";
  if (a == b) return std::nullopt;
  if (a == 'V' && b != 'P') return what + " needs communication";
  const bool insists = call.Argument(call.arguments.size(), "expert_mode") != nullptr;
  const bool is_odd =
      is_reinterpret ? a == 'R' || (a == 'I' && b == 'R') : (a == 'R' && b == 'I') || b == 'P';
  const bool is_plain = !is_reinterpret && a == 'R' && b == 'P';
  return is_odd && !is_plain && !insists ? std::optional(what + " needs expert_mode")
                                         : std::nullopt;
}

std::optional<std::string> WhyNotArguments(const AskingCall& call, const Conversion& conversion,
                                           const std::optional<AxisPlacement>& from,
                                           const std::optional<AxisPlacement>& to) {
  if (from && !absl::StrContains(conversion.from, LetterOf(*from))) {
    return absl::StrCat(conversion.name, " does not take ", SymbolOf(*from));
  }
  if (to && !absl::StrContains(conversion.to, LetterOf(*to))) {
    return absl::StrCat(conversion.name, " does not make ", SymbolOf(*to));
  }
  const std::optional<AxisPlacement>& cut = conversion.name == "all_gather" ? from : to;
  const bool has_splits = call.Argument(call.arguments.size(), "split_sizes") != nullptr;
  if (has_splits && cut && !cut->dimension) return "split_sizes without S(i)";
  const Value* const dim = call.Argument(call.arguments.size(), "gather_dim");
  const Atom* const only = dim == nullptr ? nullptr : dim->only();
  const bool differs = only != nullptr && only->is_constant && only->kind == Kind::kInteger &&
                       cut && cut->dimension && *cut->dimension >= 0 && only->integer >= 0 &&
                       only->integer != *cut->dimension;
  if (differs) return absl::StrCat("gather_dim beside ", SymbolOf(*cut));
  return from && to ? WhyNotConvertible(call, conversion.name, *from, *to) : std::nullopt;
}

// What the tensor is along the axis does not fit what the call takes it for.
std::optional<std::string> WhyNotSource(const Conversion& conversion, const AxisPlacement* known,
                                        const std::optional<AxisPlacement>& from) {
  if (known == nullptr || !IsType(known->placement) || !from) return std::nullopt;
  const bool reduces = absl::StrContains(conversion.from, "PV");
  if (reduces && known->placement == Placement::kVarying) return std::nullopt;
  const bool is_cut_elsewhere = known->dimension && from->dimension && *known->dimension >= 0 &&
                                *from->dimension >= 0 && known->dimension != from->dimension;
  if (known->placement == from->placement && !is_cut_elsewhere) return std::nullopt;
  return Otherwise(*known, SymbolOf(*from));
}

// Along `axis`, if it is known.
Typing ConvertTo(const AskingCall& call, const Conversion& conversion,
                 const std::optional<std::string>& axis, std::optional<AxisPlacement> to) {
  const Value& tensor = *call.Argument(0, "x");
  const std::optional<AxisPlacement> from = GivenType(call, 2, "src", conversion.source);
  Ranks ranks = tensor.ranks() == nullptr ? Ranks() : *tensor.ranks();
  std::optional<std::string> why = WhyNotArguments(call, conversion, from, to);
  if (!why && axis) why = WhyNotSource(conversion, ranks.Find(*axis), from);
  if (why) return {.why = *std::move(why)};
  if (!axis || !to) return {};
  to->axis = *axis;
  ranks.Set(*std::move(to));
  return {.result = std::move(ranks)};
}

std::optional<Typing> Convert(const AskingCall& call, const Conversion& conversion) {
  if (call.Argument(0, "x") == nullptr) return std::nullopt;
  const std::optional<std::string> axis = AxisOf(call.Argument(1, "axis"));
  const Value* const goal = call.Argument(3, "dst");
  if (goal == nullptr || goal->is_open() || goal->atoms().size() < 2) {
    return ConvertTo(call, conversion, axis, GivenType(call, 3, "dst", conversion.goal));
  }
  // One of several types, as in a loop over them: refused when each is.
  Typing last;
  for (const Atom& one : goal->atoms()) {
    last = ConvertTo(call, conversion, axis, TypeNamed(Value(one)));
    if (last.why.empty()) return Typing{};
  }
  return last;
}

}  // namespace

std::optional<Typing> TypeConversion(absl::string_view name, const AskingCall& call) {
  for (const Conversion& conversion : kConversions) {
    if (conversion.name == name) return Convert(call, conversion);
  }
  return std::nullopt;
}

}  // namespace allreview::understanding
