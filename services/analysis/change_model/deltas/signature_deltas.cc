#include "services/analysis/change_model/deltas/signature_deltas.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "services/analysis/change_model/symbols/code_text.h"

namespace allreview::analysis {
namespace {

using python::Definition;
using python::Kind;
using python::Node;
using python::Parameter;
using v1::Delta;

constexpr size_t kMaxBytes = 120;

std::string TextOf(const Parameter& parameter) {
  return LineOf(parameter.node, {.max_bytes = kMaxBytes});
}

DeltaSide SideOf(const Parameter& parameter) { return {TextOf(parameter), parameter.node}; }

const Parameter* Find(const Definition& definition, absl::string_view name) {
  for (const Parameter& parameter : definition.parameters) {
    if (parameter.name == name) return &parameter;
  }
  return nullptr;
}

bool HasSameRest(const Parameter& a, const Parameter& b) {
  return a.kind == b.kind && LineOf(a.annotation) == LineOf(b.annotation) &&
         LineOf(a.default_value) == LineOf(b.default_value);
}

// "x" becomes "*, x" where callers must name it.
std::string WithStar(const Parameter& parameter) {
  return absl::StrCat(parameter.kind == Parameter::Kind::kKeywordOnly ? "*, " : "",
                      TextOf(parameter));
}

class SignatureComparison {
 public:
  SignatureComparison(const Definition& before, const Definition& after, DeltaList& deltas)
      : before_(before), after_(after), deltas_(deltas) {}

  void Compare() {
    CompareParameters();
    CompareOrder();
    CompareAnnotations("-> ", before_.return_type, after_.return_type);
    CompareLists(Delta::KIND_DECORATOR, before_.decorators, after_.decorators, "@");
    CompareLists(Delta::KIND_BASE, BasesOf(before_), BasesOf(after_), "");
  }

 private:
  void CompareParameters() {
    std::vector<const Parameter*> gone, added;
    for (const Parameter& old : before_.parameters) {
      const Parameter* now = Find(after_, old.name);
      now == nullptr ? gone.push_back(&old) : CompareParameter(old, *now);
    }
    for (const Parameter& now : after_.parameters) {
      if (Find(before_, now.name) == nullptr) added.push_back(&now);
    }
    // A parameter with the same place and kind was renamed.
    for (const Parameter*& old : gone) {
      for (const Parameter*& now : added) {
        if (old == nullptr || now == nullptr) continue;
        const bool is_at_same_place =
            old - before_.parameters.data() == now - after_.parameters.data();
        if (!is_at_same_place || !HasSameRest(*old, *now)) continue;
        deltas_.Add(Delta::KIND_PARAMETER, SideOf(*old), SideOf(*now));
        old = now = nullptr;
      }
    }
    for (const Parameter* old : gone) {
      if (old != nullptr) deltas_.Add(Delta::KIND_PARAMETER, SideOf(*old), {});
    }
    for (const Parameter* now : added) {
      if (now != nullptr) deltas_.Add(Delta::KIND_PARAMETER, {}, SideOf(*now));
    }
  }

  void CompareParameter(const Parameter& old, const Parameter& now) {
    if (old.kind != now.kind) {
      deltas_.Add(Delta::KIND_PARAMETER, {WithStar(old), old.node}, {WithStar(now), now.node});
    } else {
      CompareAnnotations(absl::StrCat(old.name, ": "), old.annotation, now.annotation);
    }
    const auto text = [](const Parameter& p) {
      return p.default_value
                 ? absl::StrCat(p.name, " = ", LineOf(p.default_value, {.max_bytes = kMaxBytes}))
                 : "";
    };
    deltas_.Add(Delta::KIND_DEFAULT, {text(old), old.node}, {text(now), now.node});
  }

  // What nobody executes is no change of what callers hand over or get.
  void CompareAnnotations(absl::string_view prefix, Node before, Node after) {
    const auto text = [&](Node type) {
      return type ? absl::StrCat(prefix, LineOf(type, {.max_bytes = kMaxBytes})) : "";
    };
    deltas_.Add(Delta::KIND_ANNOTATION, {text(before), before}, {text(after), after});
  }

  // Positional parameters that both have, in another order.
  void CompareOrder() {
    const auto order = [](const Definition& of, const Definition& other) {
      std::vector<absl::string_view> names;
      for (const Parameter& p : of.parameters) {
        if (p.kind == Parameter::Kind::kKeywordOnly || Find(other, p.name) == nullptr) continue;
        if (Find(other, p.name)->kind != Parameter::Kind::kKeywordOnly) names.push_back(p.name);
      }
      return ShortLine(absl::StrCat("(", absl::StrJoin(names, ", "), ")"), kMaxBytes);
    };
    deltas_.Add(Delta::KIND_PARAMETER,
                {order(before_, after_), before_.node.child(python::Field::kParameters)},
                {order(after_, before_), after_.node.child(python::Field::kParameters)});
  }

  static std::vector<Node> BasesOf(const Definition& definition) {
    std::vector<Node> bases = definition.bases;
    bases.insert(bases.end(), definition.class_keywords.begin(), definition.class_keywords.end());
    return bases;
  }

  void CompareLists(Delta::Kind kind, const std::vector<Node>& before,
                    const std::vector<Node>& after, absl::string_view prefix) {
    const auto text = [&](Node node) {
      return absl::StrCat(prefix, LineOf(node, {.max_bytes = kMaxBytes}));
    };
    // The callee tells which ones belong together: @skip("a") and @skip("b").
    const auto subject = [](Node node) {
      return node.Is(Kind::kCall) ? node.child(python::Field::kFunction).text() : node.text();
    };
    std::vector<Node> gone, added;
    const auto rest = [&](const std::vector<Node>& from, const std::vector<Node>& other) {
      std::vector<Node> result;
      for (Node node : from) {
        if (std::none_of(other.begin(), other.end(),
                         [&](Node same) { return text(same) == text(node); })) {
          result.push_back(node);
        }
      }
      return result;
    };
    gone = rest(before, after), added = rest(after, before);
    for (Node& old : gone) {
      for (Node& now : added) {
        if (!old || !now || subject(old) != subject(now)) continue;
        deltas_.Add(kind, {text(old), old}, {text(now), now});
        old = now = Node();
      }
    }
    for (Node old : gone) {
      if (old) deltas_.Add(kind, {text(old), old}, {});
    }
    for (Node now : added) {
      if (now) deltas_.Add(kind, {}, {text(now), now});
    }
  }

  const Definition& before_;
  const Definition& after_;
  DeltaList& deltas_;
};

Node DocstringOf(const SideSymbol& side) {
  if (side.definition == nullptr) {
    return side.kind == v1::SYMBOL_KIND_FLAG ? Node() : side.documentation;
  }
  const Node first = side.definition->body.named_child(0);
  if (!first.Is(Kind::kExpressionStatement)) return Node();
  const Node string = first.named_child(0);
  return string.Is(Kind::kString) || string.Is(Kind::kConcatenatedString) ? string : Node();
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    std::string shown = ShortLine(line, 160);
    if (!shown.empty()) lines.push_back(std::move(shown));
  }
  return lines;
}

// The first line that differs, of both.
}  // namespace

void AddDocstringDelta(const SymbolChange& change, DeltaList& deltas) {
  if (!change.before || !change.after) return;
  const Node before = DocstringOf(*change.before), after = DocstringOf(*change.after);
  const std::vector<std::string> old = LinesOf(LiteralText(before));
  const std::vector<std::string> now = LinesOf(LiteralText(after));
  const auto [from, to] = std::mismatch(old.begin(), old.end(), now.begin(), now.end());
  std::string line_before = from == old.end() ? "" : *from;
  std::string line_after = to == now.end() ? "" : *to;
  // Where lines were put in or taken out, the other side has no line of its own there. Both texts
  // stand as long as both versions have a docstring: it is neither new nor gone.
  constexpr absl::string_view kNoLine = "…";
  if (!line_before.empty() && std::find(to, now.end(), line_before) != now.end()) {
    line_before.clear();
  } else if (!line_after.empty() && std::find(from, old.end(), line_after) != old.end()) {
    line_after.clear();
  }
  if (line_before == line_after) return;
  if (line_before.empty() && !old.empty()) line_before = std::string(kNoLine);
  if (line_after.empty() && !now.empty()) line_after = std::string(kNoLine);
  deltas.Add(Delta::KIND_DOCSTRING, {line_before, before}, {line_after, after});
}

void AddSignatureDeltas(const SymbolChange& change, DeltaList& deltas) {
  if (!change.before || !change.after) return;
  const Definition* before = change.before->definition;
  const Definition* after = change.after->definition;
  if (before != nullptr && after != nullptr) SignatureComparison(*before, *after, deltas).Compare();
  AddDocstringDelta(change, deltas);
}

}  // namespace allreview::analysis
