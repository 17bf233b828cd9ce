#include "services/analysis/change_model/scaling.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/rules/observation.h"
#include "analyzers/scaling/scaling.h"
#include "base/utf8.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Module;
using python::Node;
using scaling::FunctionScaling;

constexpr size_t kMaxFunctions = 300;
constexpr int kMaxTerms = 12;
constexpr size_t kMaxCodeBytes = 160;

// A function and how it grows, for sorting.
struct Candidate {
  v1::Scaling proto;
  scaling::Product time, memory;  // The fastest growing ones.
  bool is_changed = false;        // Not only new.
};

void AddProduct(const scaling::Product& product, v1::Cost::Product* proto) {
  for (const scaling::Factor& factor : product) {
    v1::Cost::Factor& out = *proto->add_factors();
    out.set_dimension(ToDisplayText(factor.dimension));
    out.set_power(factor.power);
  }
}

void SetCost(const std::vector<scaling::Product>& products, v1::Cost* cost) {
  for (const scaling::Product& product : products) AddProduct(product, cost->add_products());
}

// Lists that a program keeps of its parts, arguments and parameters are short.
bool IsOfData(const scaling::Factor& factor) {
  return factor.power > 0 && !absl::StrContains(factor.dimension, "len(");
}

// What one side has and the other has not.
std::vector<scaling::Product> Difference(const std::vector<scaling::Product>& a,
                                         const std::vector<scaling::Product>& b) {
  std::vector<scaling::Product> only;
  for (const auto* side : {&a, &b}) {
    const auto& other = side == &a ? b : a;
    std::copy_if(side->begin(), side->end(), std::back_inserter(only), [&](const auto& product) {
      return std::find(other.begin(), other.end(), product) == other.end();
    });
  }
  return only;
}

// Whether sizes of data, tensors or models make the difference, and not a loop over some names.
bool ChangesWithData(const FunctionScaling& before, const FunctionScaling& after) {
  const auto has_tensors = [](const FunctionScaling& side) {
    return std::any_of(side.terms.begin(), side.terms.end(), [](const scaling::Term& term) {
      return term.kind == scaling::Term::Kind::kAllocation ||
             term.kind == scaling::Term::Kind::kOperation;
    });
  };
  const int wanted = has_tensors(before) || has_tensors(after) ? 1 : 2;
  std::vector<scaling::Product> products = Difference(before.time, after.time);
  for (scaling::Product& product : Difference(before.memory, after.memory)) {
    products.push_back(std::move(product));
  }
  return std::any_of(products.begin(), products.end(), [&](const scaling::Product& product) {
    int degree = 0;
    for (const scaling::Factor& factor : product) degree += IsOfData(factor) ? factor.power : 0;
    return degree >= wanted;
  });
}

// The header of a loop up to its colon, an expression otherwise; one line.
std::string CodeOf(Node node) {
  absl::string_view header = node.text();
  if (node.Is(python::Kind::kForStatement) || node.Is(python::Kind::kWhileStatement)) {
    for (Node child : node.children()) {
      if (child.Is(python::Kind::kBlock) || child.Is(python::Kind::kComment)) break;
      header = node.text().substr(0, child.end_byte() - node.first_byte());
    }
  }
  std::string text(header);
  absl::RemoveExtraAsciiWhitespace(&text);
  text = absl::StrReplaceAll(text, {{"( ", "("}, {", )", ")"}, {" )", ")"}});
  if (text.size() > kMaxCodeBytes) {
    size_t end = kMaxCodeBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text = absl::StrCat(text.substr(0, end), "…");
  }
  return ToDisplayText(text);
}

v1::ScalingTerm::Kind KindOf(scaling::Term::Kind kind) {
  return static_cast<v1::ScalingTerm::Kind>(static_cast<int>(kind) + 1);
}

class FileScaling {
 public:
  FileScaling(const AnalysedFile& file, const moves::Moves& moves)
      : file_(file),
        moves_(moves),
        after_(*file.after),
        aliases_(scaling::AliasesOf(*file.after, after_)) {
    if (file.before == nullptr) return;
    before_.emplace(*file.before);
    old_aliases_ = scaling::AliasesOf(*file.before, *before_);
  }

  int examined() const { return examined_; }

  std::vector<Candidate> Collect() {
    std::vector<Candidate> candidates;
    for (const Definition& definition : file_.after->definitions()) {
      if (definition.kind == Definition::Kind::kClass || !IsTouched(definition)) continue;
      ++examined_;
      std::optional<Candidate> candidate = CandidateOf(definition);
      if (candidate) candidates.push_back(*std::move(candidate));
    }
    return candidates;
  }

 private:
  bool IsTouched(const Definition& definition) const {
    return file_.lines.Touches(definition.outer) || file_.lines.HasRemovedIn(definition.outer);
  }

  std::optional<Candidate> CandidateOf(const Definition& definition) const {
    const FunctionScaling scaling = scaling::ScalingOf(*file_.after, definition, after_, aliases_);
    const Definition* old =
        file_.before == nullptr ? nullptr : file_.before->FindDefinition(definition.name);
    if (old != nullptr && old->kind == Definition::Kind::kClass) old = nullptr;
    Candidate candidate;
    if (old != nullptr) {
      const FunctionScaling before =
          scaling::ScalingOf(*file_.before, *old, *before_, old_aliases_);
      candidate.is_changed = ChangesWithData(before, scaling);
      // A change is told of its own costs alone.
      if (!candidate.is_changed) return std::nullopt;
      SetCost(before.time, candidate.proto.mutable_time_before());
      SetCost(before.memory, candidate.proto.mutable_memory_before());
    } else if (!scaling::IsWorthShowing(scaling) || moves_.WhereFrom(definition) != nullptr) {
      return std::nullopt;
    }
    candidate.time = scaling.time.front();
    candidate.memory = scaling.memory.front();
    Describe(definition, scaling, &candidate.proto);
    return candidate;
  }

  void Describe(const Definition& definition, const FunctionScaling& scaling,
                v1::Scaling* proto) const {
    const Module& module = *file_.after;
    proto->set_symbol(ToDisplayText(absl::StrCat(file_.changed->path, ":", definition.name)));
    *proto->mutable_range() = ToProto(rules::RangeOf(module, definition.node));
    SetCost(scaling.time, proto->mutable_time());
    SetCost(scaling.memory, proto->mutable_memory());
    std::set<std::tuple<int, std::string>> seen;  // The same line twice tells nothing new.
    for (const scaling::Term& term : scaling.terms) {
      const std::string code = CodeOf(term.node);
      if (!seen.emplace(term.node.first_line(), code).second) continue;
      if (proto->terms_size() == kMaxTerms) {
        proto->set_more_terms(proto->more_terms() + 1);
        continue;
      }
      AddTerm(term, code, proto->add_terms());
    }
  }

  void AddTerm(const scaling::Term& term, const std::string& code, v1::ScalingTerm* proto) const {
    proto->set_kind(KindOf(term.kind));
    proto->set_code(code);
    AddProduct(term.time, proto->mutable_cost());
    *proto->mutable_range() = ToProto(rules::RangeOf(*file_.after, term.node));
    proto->mutable_range()->set_end_line(python::HeaderLastLine(term.node) + 1);
    const std::vector<int>& added = file_.lines.added();
    proto->set_is_new(std::binary_search(added.begin(), added.end(), term.node.first_line()) &&
                      !moves_.WhereFrom(term.node));
    if (!term.memory) return;
    AddProduct(*term.memory, proto->mutable_memory());
    proto->set_coefficient(term.coefficient);
    proto->set_element_bytes(term.element_bytes);
  }

  const AnalysedFile& file_;
  const moves::Moves& moves_;
  const python::Values after_;
  const scaling::Aliases aliases_;
  std::optional<python::Values> before_;
  scaling::Aliases old_aliases_;
  int examined_ = 0;
};

// What changed first, then what grows fastest.
bool ComesBefore(const Candidate& a, const Candidate& b) {
  if (a.is_changed != b.is_changed) return a.is_changed;
  if (a.time != b.time) return scaling::GrowsFaster(a.time, b.time);
  if (a.memory != b.memory) return scaling::GrowsFaster(a.memory, b.memory);
  return a.proto.symbol() < b.proto.symbol();
}

}  // namespace

void AddScaling(const std::vector<AnalysedFile>& files, const moves::Moves& moves,
                const std::function<bool()>& should_stop, v1::ChangeModel* model) {
  std::vector<Candidate> candidates;
  int examined = 0;
  for (const AnalysedFile& file : files) {
    if (file.after == nullptr || file.changed->role == change::FileRole::kTest) continue;
    if (should_stop && should_stop()) break;
    FileScaling scaling(file, moves);
    for (Candidate& candidate : scaling.Collect()) candidates.push_back(std::move(candidate));
    examined += scaling.examined();
  }
  std::stable_sort(candidates.begin(), candidates.end(), ComesBefore);
  for (size_t i = 0; i < std::min(candidates.size(), kMaxFunctions); ++i) {
    *model->add_scaling() = std::move(candidates[i].proto);
  }
  model->set_more_scaling(
      static_cast<int>(candidates.size() - std::min(candidates.size(), kMaxFunctions)));
  model->set_scaling_examined(examined);
}

}  // namespace allreview::analysis
