// A third autograd function with set_loss_scale, which nobody calls as they do for the other two.

#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using repository::IndexedFile;

constexpr Phrase kCalledFor("called-for-sibling", "called for a sibling", "对同类的调用");
constexpr Phrase kPhrases[] = {kCalledFor};

constexpr size_t kMinSiblings = 2;

// A method that is called on the class itself: it sets something that all its calls share.
bool IsSetter(const Definition& method) {
  if (!absl::StartsWith(method.simple_name, "set_")) return false;
  for (Node decorator : method.decorators) {
    if (IsOneOf(decorator.text(), {"staticmethod", "classmethod"})) return true;
  }
  return false;
}

bool IsTestPath(absl::string_view path) { return absl::StrContains(path, "test"); }

// The class of "pkg.Scaler.set_scale", ":Scaler.set_scale". Empty: another name.
absl::string_view ClassIn(absl::string_view dotted, absl::string_view method) {
  if (!absl::ConsumeSuffix(&dotted, method) || !absl::ConsumeSuffix(&dotted, ".")) return "";
  const size_t end = dotted.find_last_of(".:");
  return end == absl::string_view::npos ? dotted : dotted.substr(end + 1);
}

struct Siblings {
  std::set<std::string> classes;  // The setter is called on them.
  std::string path;               // Where, for one of them.
  repository::Place place;
};

Siblings SiblingsOf(ChangeContext& change, absl::string_view a_class, absl::string_view setter) {
  Siblings siblings;
  for (IndexedFile* file : change.index().FilesWithIdentifier(setter)) {
    if (IsTestPath(file->path())) continue;
    for (const repository::CallFacts& call : file->facts().calls) {
      const absl::string_view owner = ClassIn(call.callee, setter);
      if (owner.empty() || owner == a_class) continue;
      if (siblings.classes.empty()) {
        siblings.path = file->path();
        siblings.place = call.place;
      }
      siblings.classes.insert(std::string(owner));
    }
  }
  return siblings;
}

bool IsApplied(ChangeContext& change, absl::string_view a_class) {
  for (IndexedFile* file : change.index().FilesWithIdentifier(a_class)) {
    if (IsTestPath(file->path())) continue;
    for (const repository::CallFacts& call : file->facts().calls) {
      if (ClassIn(call.callee, "apply") == a_class) return true;
    }
  }
  return false;
}

// Some code may read `Class.setter`: `return Scaler.set_scale` in another file counts.
bool MayBeSet(ChangeContext& change, const AnalysedFile& file, absl::string_view a_class,
              absl::string_view setter) {
  const std::string read = absl::StrCat(a_class, ".", setter);
  for (Node node : file.after->tree().root().descendants(NodeKind::kAttribute)) {
    if (node.text() == read || node.text() == absl::StrCat("cls.", setter)) return true;
  }
  for (IndexedFile* other : change.index().FilesWithIdentifier(a_class)) {
    const bool is_other = other->path() != file.changed->path && !IsTestPath(other->path());
    if (is_other && other->HasWordAnywhere(setter)) return true;
  }
  return false;
}

void CheckSetter(ChangeContext& change, const AnalysedFile& file, const Definition& a_class,
                 const Definition& setter) {
  const absl::string_view name = a_class.simple_name;
  if (MayBeSet(change, file, name, setter.simple_name)) return;
  const Siblings siblings = SiblingsOf(change, name, setter.simple_name);
  if (siblings.classes.size() < kMinSiblings || !IsApplied(change, name)) return;
  change.Report(file, {.at = setter.node.child(Field::kName),
                       .params = {{"class", std::string(name)},
                                  {"setter", std::string(setter.simple_name)},
                                  {"count", absl::StrCat(siblings.classes.size())},
                                  {"sibling", *siblings.classes.begin()}},
                       .because = a_class.node,
                       .related = {{kCalledFor, RangeOf(siblings.path, siblings.place)}}});
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    const Module& module = *file.after;
    for (const Definition& setter : module.definitions()) {
      if (setter.kind != Definition::Kind::kMethod || !IsSetter(setter)) continue;
      const Definition* a_class = module.EnclosingClass(setter.node);
      const bool is_function = a_class != nullptr &&
                               module.FindDefinition(absl::StrCat(a_class->name, ".forward")) &&
                               module.FindDefinition(absl::StrCat(a_class->name, ".backward"));
      if (!is_function || !file.lines.Touches(a_class->node)) continue;
      if (!change.index().is_complete()) return;
      CheckSetter(change, file, *a_class, setter);
    }
  }
}

}  // namespace

extern constinit const Rule kAutogradScaleNeverSet = {
    .info =
        {.id = "autograd-scale-never-set",
         .title = {"Setter of an autograd function that nobody calls",
                   "没有任何地方调用的 autograd 函数设置方法"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{class}.{setter}` is never called, though `{class}` is applied and {count} "
                     "other classes such as `{sibling}` get that call",
                     "`{class}` 会被应用，但 `{class}.{setter}` 从未被调用；另有 {count} "
                     "个类（例如 `{sibling}`）会收到该调用"},
         .consequence = {"Its backward uses the initial value: the gradient it adds has the wrong "
                         "scale",
                         "其 backward 使用初始值：它加入的梯度缩放不正确"},
         .advice = {"Call `{class}.{setter}` where its siblings are set",
                    "在设置其他同类的地方也调用 `{class}.{setter}`"},
         .phrases = kPhrases,
         .why = "Autograd functions that attach a loss get its scale from outside, once for each "
                "step. A new one has to be added to the place that does so.",
         .fix = "Set it beside its siblings.",
         .bad = R"py(
import torch

class Aux(torch.autograd.Function):
    forward = staticmethod(lambda ctx, x: x)

    @staticmethod
    def set_scale(scale):
        Aux.scale = scale

class Mtp(torch.autograd.Function):
    @staticmethod
    def set_scale(scale):
        Mtp.scale = scale

class Indexer(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * Indexer.scale

    @staticmethod
    def set_scale(scale):
        Indexer.scale = scale

def step(x, scale):
    Aux.set_scale(scale)
    Mtp.set_scale(scale)
    return Indexer.apply(x)
)py",
         .good = R"py(
import torch

class Indexer(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * Indexer.scale

    @staticmethod
    def set_scale(scale):
        Indexer.scale = scale

def step(x, scale):
    Indexer.set_scale(scale)
    return Indexer.apply(x)
)py"},
    .skips_tests = true,
    .check_change = CheckChange};

}  // namespace allreview::rules
