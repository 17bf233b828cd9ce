// A second function that fills a provider from args, option by option, and leaves some out.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/parsed_files.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Definition;
using python::Module;
using repository::IndexedFile;

constexpr Phrase kCopiedHere("copied-here", "the other function copies them here",
                             "另一个函数在这里复制它们");
constexpr Phrase kPhrases[] = {kCopiedHere};

constexpr size_t kMinCopies = 5;  // Fewer are no second way to fill the object.
constexpr size_t kMinShared = 4;
constexpr size_t kMaxFiles = 8;
constexpr size_t kMaxNamed = 6;

// `provider.x = args.x` statements of one function, by field.
struct Copies {
  absl::string_view target;  // "provider"
  std::map<absl::string_view, Node> by_field;
};

bool IsOptions(Node object) {
  return IsOneOf(LastName(object), {"args", "config", "cfg", "opts", "options"});
}

// Those to the object that gets most of them.
Copies CopiesOf(const Definition& function) {
  std::map<absl::string_view, Copies> by_target;
  ForEachOwnNode(function.body, NodeKind::kAssignment, [&](Node assignment) {
    const Node to = assignment.child(Field::kLeft), from = assignment.child(Field::kRight);
    if (!to.Is(NodeKind::kAttribute) || !from.Is(NodeKind::kAttribute)) return;
    const absl::string_view field = to.child(Field::kAttribute).text();
    const Node target = to.child(Field::kObject), source = from.child(Field::kObject);
    if (from.child(Field::kAttribute).text() != field || !IsOptions(source)) return;
    if (target.text() == "self" || target.text() == source.text()) return;
    Copies& copies = by_target[target.text()];
    copies.target = LastName(target);
    copies.by_field.emplace(field, assignment);
  });
  Copies most;
  for (auto& [target, copies] : by_target) {
    if (copies.by_field.size() > most.by_field.size()) most = std::move(copies);
  }
  return most;
}

size_t CountShared(const Copies& a, const Copies& b) {
  size_t count = 0;
  for (const auto& [field, node] : a.by_field) count += b.by_field.count(field);
  return count;
}

// Files whose code has the fields, the one at hand first.
std::vector<std::string> FilesWith(ChangeContext& change, const AnalysedFile& file,
                                   const Copies& copies) {
  std::vector<std::string> paths;
  const absl::string_view first = copies.by_field.begin()->first;
  for (IndexedFile* other : change.index().FilesWithIdentifier(first)) {
    size_t shared = 0;
    for (const auto& [field, node] : copies.by_field) shared += other->HasIdentifier(field);
    const bool counts = shared >= kMinShared && other->HasIdentifier(copies.target) &&
                        !absl::StrContains(other->path(), "test");
    if (counts && other->path() != file.changed->path) paths.push_back(other->path());
    if (paths.size() == kMaxFiles) break;
  }
  return paths;
}

struct Missing {
  std::vector<std::string> fields;
  Range example;
};

Missing Longer(const Missing& a, const Missing& b) {
  return b.fields.size() > a.fields.size() ? b : a;
}

class Search {
 public:
  Search(ChangeContext& change, const AnalysedFile& file)
      : change_(change), file_(file), files_(change, Side::kRight) {}

  void Check(const Definition& function) {
    const Copies own = CopiesOf(function);
    if (own.by_field.size() < kMinCopies) return;
    Missing missing = MissingIn(*file_.after, function, own);
    for (const std::string& path : FilesWith(change_, file_, own)) {
      const Module* other = files_.Find(path);
      if (other != nullptr) missing = Longer(missing, MissingIn(*other, function, own));
    }
    if (missing.fields.empty()) return;
    Node last = own.by_field.begin()->second;
    for (const auto& [field, node] : own.by_field) {
      if (node.first_byte() > last.first_byte()) last = node;
    }
    change_.Report(file_, {.at = last,
                           .params = {{"function", std::string(function.simple_name)},
                                      {"target", std::string(own.target)},
                                      {"copied", absl::StrCat(own.by_field.size())},
                                      {"fields", absl::StrJoin(missing.fields, "`, `")}},
                           .because = function.body,
                           .related = {{kCopiedHere, missing.example}}});
  }

 private:
  // What another function copies to an object of that name, and this one does not speak of.
  Missing MissingIn(const Module& module, const Definition& function, const Copies& own) {
    Missing most;
    for (const Definition& other : module.definitions()) {
      if (other.kind == Definition::Kind::kClass || other.node == function.node) continue;
      const Copies copies = CopiesOf(other);
      if (copies.target != own.target || CountShared(own, copies) < kMinShared) continue;
      Missing missing;
      for (const auto& [field, node] : copies.by_field) {
        if (MentionsName(function.node.text(), field) || missing.fields.size() == kMaxNamed)
          continue;
        if (change_.project().FindFlags(field).empty()) continue;
        missing.example = RangeOf(module, node);
        missing.fields.emplace_back(field);
      }
      most = Longer(most, missing);
    }
    return most;
  }

  ChangeContext& change_;
  const AnalysedFile& file_;
  ParsedFiles files_;
};

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    Search search(change, file);
    for (const Definition& function : file.after->definitions()) {
      if (function.kind == Definition::Kind::kClass || !file.lines.Touches(function.node)) continue;
      search.Check(function);
    }
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kOptionNotCopied = {
    .info = {.id = "option-not-copied",
             .title = {"Second way to fill an object leaves options out",
                       "填充同一对象的另一条路径漏掉了选项"},
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message =
                 {"`{function}` copies {copied} options to `{target}`, but not `{fields}`, which "
                  "the other function that fills it copies",
                  "`{function}` 把 {copied} 个选项复制到 `{target}`，却没有复制 "
                  "`{fields}`，而另一个填充它的函数会复制"},
             .consequence = {"These options of the command line have no effect on this path",
                             "命令行上的这些选项在这条路径上不起作用"},
             .advice = {"Copy `{fields}` here, too, or fill the object in one function",
                        "这里也复制 `{fields}`，或者只用一个函数来填充该对象"},
             .phrases = contracts::kPhrases,
             .why = "Two lists of options drift apart: an option that is added to one of them is "
                    "silently without effect where the other one is used.",
             .fix = "Share the list.",
             .bad = R"py(
def add_arguments(parser):
    parser.add_argument("--recompute-granularity")

def fill(provider, args):
    provider.tp = args.tp
    provider.pp = args.pp
    provider.cp = args.cp
    provider.ep = args.ep
    provider.seed = args.seed
    provider.recompute_granularity = args.recompute_granularity

def fill_lora(provider, args):
    provider.tp = args.tp
    provider.pp = args.pp
    provider.cp = args.cp
    provider.ep = args.ep
    provider.seed = args.seed
)py",
             .good = R"py(
def add_arguments(parser):
    parser.add_argument("--recompute-granularity")

def fill(provider, args):
    provider.tp = args.tp
    provider.pp = args.pp
    provider.cp = args.cp
    provider.ep = args.ep
    provider.seed = args.seed
    provider.recompute_granularity = args.recompute_granularity

def fill_lora(provider, args):
    fill(provider, args)
)py"},
    .skips_tests = true,
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
