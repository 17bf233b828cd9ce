// save() puts the state of five generators into the file, load() reads four of them.

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kSavedHere("saved-here", "saved here", "在这里保存");
constexpr Phrase kPhrases[] = {kSavedHere};

constexpr size_t kMinRead = 2;  // Other states of the kind that the reader reads.
constexpr size_t kMinKey = 6;   // Shorter keys stand for many things.
constexpr size_t kMaxKeys = 100;

// An expression makes a state that is there to be put back: x.state_dict(), torch.get_rng_state().
bool IsState(Node value) {
  value = python::WithoutParentheses(value);
  if (!value.Is(NodeKind::kCall)) return false;
  const absl::string_view name = CalleeName(value);
  return name == "state_dict" || name == "getstate" || name == "get_state" ||
         (absl::StartsWith(name, "get_") && absl::StrContains(name, "rng_state"));
}

// `self.step` that some method of the class counts up.
bool IsCounter(const Module& module, Node value) {
  const Definition* a_class = module.EnclosingClass(value);
  if (a_class == nullptr || !value.Is(NodeKind::kAttribute) ||
      value.child(Field::kObject).text() != "self") {
    return false;
  }
  for (Node node : a_class->body.descendants(NodeKind::kAugmentedAssignment)) {
    if (node.child(Field::kLeft).text() == value.text()) return true;
  }
  return false;
}

using Keys = std::map<std::string, Node>;

// The keys under which the function stores states.
Keys StatesOf(const Module& module, const Definition& writer) {
  Keys keys;
  const auto add = [&](Node key, Node value) {
    const std::string text(Module::StringContent(key));
    if (text.empty() || keys.size() > kMaxKeys) return;
    if (IsState(value) || IsCounter(module, value)) keys.emplace(text, key);
  };
  ForEachOwnNode(writer.body, NodeKind::kAssignment, [&](Node node) {
    const Node left = node.child(Field::kLeft), right = node.child(Field::kRight);
    if (left.Is(NodeKind::kSubscript) && right) add(left.child(Field::kSubscript), right);
  });
  ForEachOwnNode(writer.body, NodeKind::kPair,
                 [&](Node node) { add(node.child(Field::kKey), node.child(Field::kValue)); });
  if (keys.size() > kMaxKeys) keys.clear();
  return keys;
}

// The reader looks at its argument key by key: what it does not name, it does not restore.
bool ReadsByKeyOnly(const Definition& reader) {
  if (reader.parameters.size() != 2) return false;
  const absl::string_view state = reader.parameters[1].name;
  return !AnyOwnNode(reader.body, NodeKind::kIdentifier, [&](Node node) {
    if (node.text() != state || !IsVariable(node)) return false;
    const Node parent = node.parent();
    if (parent.Is(NodeKind::kSubscript) && node.field() == Field::kValue) {
      return !parent.child(Field::kSubscript).Is(NodeKind::kString);
    }
    if (parent.Is(NodeKind::kComparisonOperator)) return false;  // "key" in state
    const Node call = parent.parent();
    const bool is_get = parent.Is(NodeKind::kAttribute) && call.Is(NodeKind::kCall) &&
                        (CalleeName(call) == "get" || CalleeName(call) == "pop");
    return !is_get || !python::Argument(call, 0, "key").Is(NodeKind::kString);
  });
}

// The function of the same module or class that reads what this one writes. Null: none.
const Definition* ReaderOf(const Module& module, const Definition& writer) {
  const std::string name(writer.simple_name);
  std::string counterpart;
  if (name == "state_dict" || name == "__getstate__") {
    counterpart = name == "state_dict" ? "load_state_dict" : "__setstate__";
  } else if (absl::StrContains(name, "save")) {
    counterpart = absl::StrReplaceAll(name, {{"save", "load"}});
  } else if (absl::StartsWith(name, "get_")) {
    counterpart = absl::StrReplaceAll(name, {{"get_", "set_"}});
  }
  if (counterpart.empty()) return nullptr;
  const absl::string_view full = writer.name;
  const absl::string_view scope = full.substr(0, full.size() - name.size());
  const Definition* reader = module.FindDefinition(absl::StrCat(scope, counterpart));
  return reader == nullptr || reader->kind == Definition::Kind::kClass ? nullptr : reader;
}

// Where the function names the key, the last of several places. Null: nowhere.
Node NamedIn(const Definition& function, absl::string_view key) {
  Node found;
  for (Node node : function.body.descendants(NodeKind::kString)) {
    if (Module::StringContent(node) == key) found = node;
  }
  return found;
}

// Where the reader reads what is saved before the key: the counterpart belongs behind it.
Node PlaceFor(const Definition& reader, const Keys& read, Node unread) {
  std::pair<std::string, Node> before = *read.begin();
  for (const auto& [key, node] : read) {
    const bool is_nearer =
        before.second.index() > unread.index() || node.index() > before.second.index();
    if (node.index() < unread.index() && is_nearer) before = {key, node};
  }
  return NamedIn(reader, before.first);
}

// Nothing else in the repository names the key.
bool IsNamedOnce(ChangeContext& change, const Module& module, Node key, const std::string& text) {
  for (Node node : module.tree().root().descendants(NodeKind::kString)) {
    if (node != key && absl::StrContains(node.text(), text)) return false;
  }
  if (!change.index().is_complete()) return false;
  for (repository::IndexedFile* file : change.index().FilesWithWord(text)) {
    if (file->path() != module.path()) return false;
  }
  return true;
}

void CheckWriter(ChangeContext& change, const AnalysedFile& file, const Definition& writer) {
  const Module& module = *file.after;
  const Definition* reader = ReaderOf(module, writer);
  if (reader == nullptr) return;
  std::vector<std::pair<std::string, Node>> unread;
  Keys read;
  const bool is_certain = ReadsByKeyOnly(*reader);
  for (const auto& [key, node] : StatesOf(module, writer)) {
    if (NamedIn(*reader, key)) {
      read.emplace(key, node);
    } else if (is_certain || key.size() >= kMinKey) {
      unread.emplace_back(key, node);
    }
  }
  if (read.size() < (is_certain ? 1 : kMinRead)) return;
  for (const auto& [key, node] : unread) {
    if (!is_certain && !IsNamedOnce(change, module, node, key)) continue;
    const Node beside = PlaceFor(*reader, read, node);
    change.Report(file, {.at = beside,
                         .params = {{"key", key},
                                    {"writer", std::string(writer.simple_name)},
                                    {"reader", std::string(reader->simple_name)},
                                    {"example", std::string(Module::StringContent(beside))}},
                         .because = file.lines.Touches(node) ? node : reader->node,
                         .related = {{kSavedHere, RangeOf(module, node)}}});
  }
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    for (const Definition& function : file.after->definitions()) {
      if (function.kind != Definition::Kind::kClass) CheckWriter(change, file, function);
    }
  }
}

}  // namespace

extern constinit const Rule kSavedStateNeverLoaded = {
    .info =
        {.id = "saved-state-never-loaded",
         .title = {"State saved and never restored", "保存了状态却从未恢复"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{writer}` saves a state as \"{key}\", but `{reader}` does not read it, "
                     "unlike \"{example}\", and nothing else names it",
                     "`{writer}` 把状态存为 \"{key}\"，但 `{reader}` 不像读取 \"{example}\" "
                     "那样读取它，也没有其他代码提到它"},
         .consequence =
             {"After a resume, this part starts anew while the rest goes on, and nothing "
              "says so",
              "恢复训练后，这一部分会从头开始，其余部分则继续，而且没有任何提示"},
         .advice = {"Restore it in `{reader}`, or do not save it",
                    "在 `{reader}` 中恢复它，或者不要保存"},
         .phrases = kPhrases,
         .why = "A state of a generator, an optimizer or a sampler is saved for one purpose: to be "
                "put back. When a new one is added, the side that saves is written and tested "
                "first.",
         .fix = "Add the counterpart to the function that loads.",
         .bad = R"py(
import random
import numpy as np
import torch

def save_rng(path):
    states = {}
    states["python_seed"] = random.getstate()
    states["numpy_seed"] = np.random.get_state()
    states["device_seed"] = torch.cuda.get_rng_state_all()
    torch.save(states, path)

def load_rng(path):
    states = torch.load(path)
    random.setstate(states["python_seed"])
    np.random.set_state(states["numpy_seed"])
)py",
         .good = R"py(
import random
import numpy as np
import torch

def save_rng(path):
    states = {}
    states["python_seed"] = random.getstate()
    states["numpy_seed"] = np.random.get_state()
    states["device_seed"] = torch.cuda.get_rng_state_all()
    torch.save(states, path)

def load_rng(path):
    states = torch.load(path)
    random.setstate(states["python_seed"])
    np.random.set_state(states["numpy_seed"])
    torch.cuda.set_rng_state_all(states["device_seed"])
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/randomness.html"}},
    .skips_tests = true,
    .check_change = CheckChange};

}  // namespace allreview::rules
