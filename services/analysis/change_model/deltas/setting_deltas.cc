#include "services/analysis/change_model/deltas/setting_deltas.h"

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "services/analysis/change_model/symbols/code_text.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Node;
using v1::Delta;

std::string TextOf(Node node, absl::string_view prefix = "") {
  return node ? absl::StrCat(prefix, LineOf(node)) : "";
}

bool IsCollection(Node node) {
  return node.Is(Kind::kList) || node.Is(Kind::kTuple) || node.Is(Kind::kSet) ||
         node.Is(Kind::kDictionary);
}

// What tells elements apart: the key of a pair, else all of it.
std::string IdentityOf(Node element) {
  return LineOf(element.Is(Kind::kPair) ? element.child(Field::kKey) : element,
                {.max_bytes = 1000});
}

void CompareElements(Node before, Node after, DeltaList& deltas) {
  std::map<std::string, Node> old;
  for (Node child : before.named_children()) {
    old.emplace(IdentityOf(child), child);
  }
  for (Node element : after.named_children()) {
    const auto same = old.find(IdentityOf(element));
    if (same == old.end()) {
      deltas.Add(Delta::KIND_VALUE, {}, {TextOf(element), element});
      continue;
    }
    deltas.Add(Delta::KIND_VALUE, {TextOf(same->second), same->second}, {TextOf(element), element});
    old.erase(same);
  }
  for (const auto& [identity, element] : old) {
    deltas.Add(Delta::KIND_VALUE, {TextOf(element), element}, {});
  }
}

void CompareValues(Node before, Node after, DeltaList& deltas) {
  const bool is_collection = IsCollection(before) && before.kind() == after.kind();
  const bool is_short = LineOf(before).size() + LineOf(after).size() < 100;
  const size_t count = deltas.size();
  if (is_collection && !is_short) CompareElements(before, after, deltas);
  // Another order, or short enough to show.
  if (deltas.size() == count) {
    deltas.Add(Delta::KIND_VALUE, {TextOf(before, "= "), before}, {TextOf(after, "= "), after});
  }
}

// Positional arguments by place, others by name.
std::map<std::string, Node> ByParameter(Node call) {
  std::map<std::string, Node> arguments;
  const python::Arguments all = python::ArgumentsOf(call);
  for (size_t i = 0; i < all.positional.size(); ++i) {
    arguments.emplace(absl::StrCat(" ", i), all.positional[i]);
  }
  for (Node keyword : all.keywords) {
    arguments.emplace(std::string(keyword.child(Field::kName).text()), keyword);
  }
  return arguments;
}

void CompareFlags(Node before, Node after, DeltaList& deltas) {
  const std::map<std::string, Node> old = ByParameter(before), now = ByParameter(after);
  for (const auto& [name, argument] : now) {
    const auto same = old.find(name);
    const Node was = same == old.end() ? Node() : same->second;
    deltas.Add(Delta::KIND_VALUE, {TextOf(was), was}, {TextOf(argument), argument});
  }
  for (const auto& [name, argument] : old) {
    if (!now.count(name)) deltas.Add(Delta::KIND_VALUE, {TextOf(argument), argument}, {});
  }
}

}  // namespace

void AddSettingDeltas(const SymbolChange& change, DeltaList& deltas) {
  if (!change.before || !change.after) return;
  const Node before = change.before->code, after = change.after->code;
  if (before.Is(Kind::kCall) && after.Is(Kind::kCall)) return CompareFlags(before, after, deltas);
  const Node old_type = before.child(Field::kType), new_type = after.child(Field::kType);
  deltas.Add(Delta::KIND_VALUE, {TextOf(old_type, ": "), old_type},
             {TextOf(new_type, ": "), new_type});
  const Node old_value = before.child(Field::kRight), new_value = after.child(Field::kRight);
  CompareValues(old_value, new_value, deltas);
}

}  // namespace allreview::analysis
