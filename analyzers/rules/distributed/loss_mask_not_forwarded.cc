// self.language_model(..., labels=labels) where a loss_mask lies at hand and every model takes one.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Binding;
using python::Definition;
using python::Module;
using repository::DefinitionFacts;
using repository::IndexedFile;

constexpr Phrase kTakesMask("takes-loss-mask", "takes `loss_mask`", "接受 `loss_mask`");
constexpr Phrase kPhrases[] = {kTakesMask};

constexpr absl::string_view kMask = "loss_mask", kLabels = "labels";
constexpr int kMinModels = 2;       // One alone may be another model than the one that is called.
constexpr size_t kMinKeywords = 3;  // Fewer do not tell which models may be meant.

bool Takes(const DefinitionFacts& function, absl::string_view name) {
  for (const repository::ParameterFacts& parameter : function.parameters) {
    if (parameter.name == name) return true;
  }
  return false;
}

bool TakesAll(const DefinitionFacts& function, const std::vector<absl::string_view>& names) {
  for (absl::string_view name : names) {
    if (!Takes(function, name)) return false;
  }
  return true;
}

// The keywords of a call by names alone; empty: it hands labels over in another way, or a mask.
std::vector<absl::string_view> KeywordsOf(Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_star || arguments.has_double_star || !arguments.positional.empty()) return {};
  std::vector<absl::string_view> names;
  bool has_labels = false;
  for (Node keyword : arguments.keywords) {
    const absl::string_view name = keyword.child(Field::kName).text();
    if (name == kMask) return {};
    has_labels |= name == kLabels && keyword.child(Field::kValue).text() == kLabels;
    names.push_back(name);
  }
  return has_labels && names.size() >= kMinKeywords ? names : std::vector<absl::string_view>();
}

// The function has a variable of that name before the call.
bool HoldsMask(const Module& module, Node call) {
  const python::Scopes::Meaning meaning = module.scopes().MeaningOf(call, kMask);
  if (meaning.scope <= 0) return false;
  for (const Binding& binding : meaning.bindings) {
    if (binding.node.first_byte() < call.first_byte()) return true;
  }
  return false;
}

// A forward() of the repository that takes all these; `are_all_masked`: each of them takes a mask.
struct Models {
  const IndexedFile* file = nullptr;
  const DefinitionFacts* forward = nullptr;
  bool are_all_masked = true;
  int count = 0;
};
Models ModelsTaking(ChangeContext& change, const std::vector<absl::string_view>& names) {
  Models models;
  for (IndexedFile* file : change.index().FilesWithIdentifier(kLabels)) {
    if (absl::StrContains(file->path(), "test")) continue;
    for (const DefinitionFacts& definition : file->facts().definitions) {
      if (!absl::EndsWith(definition.name, ".forward") || !TakesAll(definition, names)) continue;
      models.are_all_masked &= Takes(definition, kMask);
      ++models.count;
      if (models.forward == nullptr) {
        models.file = file;
        models.forward = &definition;
      }
    }
  }
  return models;
}

void CheckCall(ChangeContext& change, const AnalysedFile& file, Node call) {
  const std::vector<absl::string_view> names = KeywordsOf(call);
  if (names.empty() || !HoldsMask(*file.after, call)) return;
  const Models models = ModelsTaking(change, names);
  if (models.count < kMinModels || !models.are_all_masked) return;
  const ArgumentSlot slot = EndOfArguments(call);
  change.Report(file,
                {.at = call,
                 .params = {{"callee", OneLine(call.child(Field::kFunction))},
                            {"model", models.forward->name}},
                 .related = {{kTakesMask, RangeOf(models.file->path(), models.forward->place)}},
                 .edits = {{.path = file.after->path(),
                            .first_byte = slot.byte,
                            .end_byte = slot.byte,
                            .replacement = absl::StrCat(slot.separator, "loss_mask=loss_mask")}}});
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    if (!absl::StrContains(file.after->source(), kMask)) continue;
    for (Node call : file.after->tree().root().descendants(NodeKind::kCall)) {
      if (file.lines.Touches(call)) CheckCall(change, file, call);
    }
  }
}

}  // namespace

extern constinit const Rule kLossMaskNotForwarded = {
    .info = {.id = "loss-mask-not-forwarded",
             .title = {"Labels passed to a model without the loss mask at hand",
                       "把 labels 传给模型，却没有传入手头的 loss mask"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{callee}` gets `labels` but not the `loss_mask` of this function, which "
                         "every model that takes these arguments accepts (for example `{model}`)",
                         "`{callee}` 收到了 `labels`，却没有收到本函数的 "
                         "`loss_mask`；凡是接受这些参数的模型都接受它"
                         "（例如 `{model}`）"},
             .consequence =
                 {"Losses that the model computes itself, such as multi-token prediction, "
                  "count padding and masked tokens",
                  "模型自己计算的 loss（例如 multi-token prediction）会把填充和被屏蔽的 token "
                  "计算在内"},
             .advice = {"Pass `loss_mask=loss_mask`", "传入 `loss_mask=loss_mask`"},
             .phrases = kPhrases,
             .why =
                 "Labels and their mask belong together: a model that gets the labels alone takes "
                 "every position for a target.",
             .fix = "Pass both.",
             .bad = R"py(
class Model:
    def forward(self, input_ids, position_ids, labels=None, loss_mask=None):
        return labels * loss_mask

class Hybrid:
    def forward(self, input_ids, position_ids, labels=None, loss_mask=None):
        return labels * loss_mask

class Wrapper:
    def forward(self, input_ids, position_ids, labels, loss_mask):
        out = self.model(input_ids=input_ids, position_ids=position_ids, labels=labels)
        return out, loss_mask
)py",
             .good = R"py(
class Model:
    def forward(self, input_ids, position_ids, labels=None, loss_mask=None):
        return labels * loss_mask

class Hybrid:
    def forward(self, input_ids, position_ids, labels=None, loss_mask=None):
        return labels * loss_mask

class Wrapper:
    def forward(self, input_ids, position_ids, labels, loss_mask):
        out = self.model(
            input_ids=input_ids, position_ids=position_ids, labels=labels, loss_mask=loss_mask
        )
        return out, loss_mask
)py"},
    .skips_tests = true,
    .check_change = CheckChange};

}  // namespace allreview::rules
