// Loss(clip=args.clip, dual=args.dual): the callee takes `kind`, too, there is an args.kind, and
// the call leaves it out.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/call_edits.h"
#include "analyzers/rules/contracts/call_shape.h"
#include "analyzers/rules/contracts/callables.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Definition;
using repository::ArgumentFacts;
using repository::IndexedFile;
using repository::ParameterFacts;

constexpr Phrase kTakesField("takes-field", "takes `{name}`", "接受 `{name}`");
constexpr Phrase kDeclaresField("declares-field", "declares `{name}`", "声明了 `{name}`");
constexpr Phrase kPhrases[] = {kTakesField, kDeclaresField};

constexpr size_t kMinFields = 2;  // One field of an object may be all that is meant.

bool IsNamedLikeOptions(absl::string_view name) {
  return absl::EndsWith(name, "args") || absl::EndsWith(name, "config") ||
         absl::EndsWith(name, "cfg") || absl::EndsWith(name, "options") || name == "hparams";
}

// self.args.betas of `self.args.betas[0]`; null: no field of options.
Node FieldOf(Node value) {
  while (value.Is(NodeKind::kSubscript)) value = value.child(Field::kValue);
  if (!value.Is(NodeKind::kAttribute)) return {};
  const Node object = value.child(Field::kObject);
  const bool is_name = object.Is(NodeKind::kIdentifier) || object.Is(NodeKind::kAttribute);
  return is_name && IsNamedLikeOptions(repository::LastPart(object.text())) ? value : Node();
}

// Fields that a call hands over, by the object that has them, as written.
std::map<absl::string_view, std::set<absl::string_view>> FieldsOf(Node call) {
  std::map<absl::string_view, std::set<absl::string_view>> fields;
  const python::Arguments arguments = python::ArgumentsOf(call);
  std::vector<Node> values = arguments.positional;
  for (Node keyword : arguments.keywords) values.push_back(keyword.child(Field::kValue));
  for (Node value : values) {
    if (const Node field = FieldOf(value)) {
      fields[field.child(Field::kObject).text()].insert(field.child(Field::kAttribute).text());
    }
  }
  return fields;
}

bool HandsOverOptions(Node call) {
  const auto fields = FieldsOf(call);
  return std::any_of(fields.begin(), fields.end(),
                     [](const auto& one) { return one.second.size() >= kMinFields; });
}

struct Declaration {
  std::string path;
  repository::Place place;
};

class Search {
 public:
  explicit Search(ChangeContext& change) : change_(change), callables_(change.project()) {}

  void CheckFile(const AnalysedFile& file) {
    bool hands_over = false;  // Costs no question.
    for (Node call : file.after->tree().root().descendants(NodeKind::kCall)) {
      hands_over |= file.lines.Touches(call) && HandsOverOptions(call);
    }
    if (!hands_over || !change_.project().is_complete()) return;
    const IndexedFile* indexed = change_.index().FindModule(file.after->name());
    if (indexed == nullptr || indexed->path() != file.changed->path) return;
    for (const auto& call : indexed->facts().calls) Check(file, *indexed, call);
    for (const auto& call : indexed->facts().method_calls) Check(file, *indexed, call);
  }

 private:
  template <typename Call>
  void Check(const AnalysedFile& file, const IndexedFile& indexed, const Call& call) {
    if (call.has_star || call.has_double_star || call.keywords.size() + call.positional < 2) return;
    const Node node = CallAt(*file.after, call.place);
    if (!node) return;
    for (const auto& [object, fields] : FieldsOf(node)) {
      if (fields.size() < kMinFields) continue;
      const CallableRef callee = callables_.Of(indexed, call);
      if (callee == nullptr) return;
      const std::vector<const ParameterFacts*> left_out = LeftOut(call, callee->parameters);
      for (const ParameterFacts* parameter : left_out) {
        if (parameter->has_default) {
          CheckParameter(file, node, *callee, object, fields, parameter->name);
        }
      }
    }
  }

  void CheckParameter(const AnalysedFile& file, Node call, const Callable& callee,
                      absl::string_view object, const std::set<absl::string_view>& fields,
                      const std::string& name) {
    const Definition* function = file.after->EnclosingFunction(call);
    if (function == nullptr || Mentions(*function, name)) return;
    std::vector<IndexedFile*> files = change_.index().FilesWithWord(name);
    std::erase_if(files, [](const IndexedFile* one) { return paths::IsTestPath(one->path()); });
    const std::optional<Declaration> declared = DeclarationOf(files, callee, fields, name);
    // Whoever else knows the name may read it.
    const bool is_lost =
        declared && std::none_of(files.begin(), files.end(), [&](const auto* one) {
          const auto& uses = one->facts().field_uses;
          const bool is_other = one->path() != declared->path && one->path() != callee.path;
          return is_other || std::any_of(uses.begin(), uses.end(), [&](const auto& use) {
                   return use.name == name && !use.is_write;
                 });
        });
    if (is_lost) Report(file, call, callee, absl::StrCat(object, ".", name), name, *declared);
  }

  static bool Mentions(const Definition& function, absl::string_view name) {
    return AnyOwnNode(function.body, NodeKind::kIdentifier,
                      [&](Node node) { return node.text() == name; });
  }

  // One parser or class declares the field and those that the call hands over: the object has it.
  static std::optional<Declaration> DeclarationOf(const std::vector<IndexedFile*>& files,
                                                  const Callable& callee,
                                                  const std::set<absl::string_view>& fields,
                                                  const std::string& name) {
    for (const IndexedFile* file : files) {
      const auto& flags = file->facts().flags;
      const auto flag = std::find_if(flags.begin(), flags.end(),
                                     [&](const auto& one) { return one.destination == name; });
      const bool has_all = std::all_of(fields.begin(), fields.end(), [&](absl::string_view field) {
        return std::any_of(flags.begin(), flags.end(),
                           [&](const auto& one) { return one.destination == field; });
      });
      if (flag != flags.end() && has_all) return Declaration{file->path(), flag->place};
      for (const repository::FieldFacts& own : file->facts().fields) {
        const bool is_made = file->path() == callee.path && own.owner == callee.name;
        if (own.name == name && !is_made && HasFields(*file, own.owner, fields)) {
          return Declaration{file->path(), own.place};
        }
      }
    }
    return std::nullopt;
  }

  static bool HasFields(const IndexedFile& file, absl::string_view owner,
                        const std::set<absl::string_view>& fields) {
    const auto& all = file.facts().fields;
    return std::all_of(fields.begin(), fields.end(), [&](absl::string_view field) {
      return std::any_of(all.begin(), all.end(), [&](const repository::FieldFacts& one) {
        return one.owner == owner && one.name == field;
      });
    });
  }

  void Report(const AnalysedFile& file, Node call, const Callable& callee, std::string field,
              const std::string& name, const Declaration& declared) {
    Observation observation{
        .at = call,
        .params = {{"callee", callee.name}, {"name", name}, {"field", field}},
        .related = {
            {Sentence(kTakesField, {{"name", name}}), RangeOf(callee.path, callee.place)},
            {Sentence(kDeclaresField, {{"name", name}}), RangeOf(declared.path, declared.place)}}};
    const ArgumentSlot slot = EndOfArguments(call);
    observation.edits = {{.path = file.after->path(),
                          .first_byte = slot.byte,
                          .end_byte = slot.byte,
                          .replacement = absl::StrCat(slot.separator, name, "=", field)}};
    change_.Report(file, std::move(observation));
  }

  ChangeContext& change_;
  Callables callables_;
};

void CheckChange(ChangeContext& change) {
  Search search(change);
  for (const AnalysedFile& file : change.python_files()) search.CheckFile(file);
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kFieldNotForwarded = {
    .info =
        {.id = "field-not-forwarded",
         .title = {"Option that a call leaves out", "调用遗漏了一个配置项"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"The call passes other options to `{callee}`, which takes `{name}`, but not "
                     "`{field}`, which nothing else reads",
                     "此处把其他配置项传给 `{callee}`，它也接受 `{name}`，却没有传入 `{field}`，"
                     "而且没有其他代码读取它"},
         .consequence = {"`{callee}` uses its own default whatever `{field}` says",
                         "无论 `{field}` 取何值，`{callee}` 都使用自己的默认值"},
         .advice = {"Pass `{name}={field}`", "传入 `{name}={field}`"},
         .phrases = contracts::kPhrases,
         .why = "A new option is declared in one place, taken in a second and handed over in a "
                "third; the third is the one that is forgotten, and nothing fails.",
         .fix = "Hand the option over, or remove it.",
         .bad = R"py(
# --- pkg/train.py
def add_args(parser):
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--dual-clip", type=float, default=3.0)
    parser.add_argument("--loss-kind", type=str, default="ppo")

class Loss:
    def __init__(self, clip, dual_clip, loss_kind="ppo"):
        self.clip, self.dual_clip, self.loss_kind = clip, dual_clip, loss_kind

def build(args):
    return Loss(clip=args.clip, dual_clip=args.dual_clip)
)py",
         .good = R"py(
# --- pkg/train.py
def add_args(parser):
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--dual-clip", type=float, default=3.0)
    parser.add_argument("--loss-kind", type=str, default="ppo")

class Loss:
    def __init__(self, clip, dual_clip, loss_kind="ppo"):
        self.clip, self.dual_clip, self.loss_kind = clip, dual_clip, loss_kind

def build(args):
    return Loss(clip=args.clip, dual_clip=args.dual_clip, loss_kind=args.loss_kind)
)py"},
    .skips_tests = true,
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
