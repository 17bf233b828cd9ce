#include "analyzers/organisation_rules/rule_reader.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzers/organisation_rules/fields.h"
#include "analyzers/organisation_rules/test_reader.h"
#include "base/edit_distance.h"

namespace allreview::organisation_rules {
namespace {

constexpr size_t kMaxRules = 200;  // Of one file.

bool IsKebabCase(absl::string_view id) {
  const bool has_only = std::all_of(id.begin(), id.end(), [](char c) {
    return absl::ascii_islower(c) || absl::ascii_isdigit(c) || c == '-';
  });
  return has_only && !id.empty() && id.size() <= 80 && id.front() != '-' && id.back() != '-' &&
         !absl::StrContains(id, "--");
}

// Placeholders are lower case letters and underscores, so captures must be.
bool IsPlaceholder(absl::string_view name) {
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return absl::ascii_islower(c) || c == '_'; });
}

class RuleReader {
 public:
  RuleReader(const YamlNode& node, const std::string& file, Problems& problems)
      : node_(node),
        problems_(problems),
        fields_(node, "a rule", problems),
        rule_(std::make_unique<OrganisationRule>()) {
    rule_->file = file;
  }

  std::unique_ptr<const OrganisationRule> Read() {
    if (!fields_.is_mapping()) return nullptr;
    ReadIdentity();
    ReadGrades();
    ReadQueryAndPlace();
    ReadTexts();
    ReadRewrite();
    ReadConcern();
    ReadReferences();
    ReadExamples();
    fields_.Finish();
    rule_->rule.file_check = rule_.get();
    return std::move(rule_);
  }

 private:
  rules::RuleInfo& info() { return rule_->rule.info; }

  void ReadIdentity() {
    const std::string id = fields_.Text("id", "name the bad thing: id: print-in-library");
    if (!id.empty() && !IsKebabCase(id)) {
      problems_.Add(*fields_.Find("id"), absl::StrCat("id ", Quoted(id)),
                    "write lower-case words with single hyphens, for example print-in-library");
    }
    info().id = rule_->Keep(id);
    const std::optional<int> version = fields_.Number("version");
    if (version) info().version = *version;
  }

  // Position among the words of the key; nullopt: missing, or reported.
  std::optional<int> ReadWord(absl::string_view key) {
    const RuleKey& field = RuleKeyOf(key);
    if (field.is_required) {
      const std::string cure = absl::StrCat("add one of ", absl::StrJoin(field.words, ", "));
      if (fields_.Require(key, cure) == nullptr) return std::nullopt;
    }
    return fields_.Choice(key, field.words);
  }

  template <typename Enum>
  void ReadGrade(absl::string_view key, Enum* grade) {
    const std::optional<int> choice = ReadWord(key);
    if (choice) *grade = static_cast<Enum>(*choice);
  }

  void ReadGrades() {
    ReadGrade("severity", &info().severity);
    ReadGrade("impact", &info().impact);
    ReadGrade("pillar", &info().pillar);
    ReadGrade("confidence", &info().confidence);
    ReadGrade("tier", &info().tier);
    ReadGrade("kind", &rule_->kind);
    const std::optional<int> category = ReadWord("category");
    if (category) info().category = RuleKeyOf("category").words[static_cast<size_t>(*category)];
  }

  void ReadQueryAndPlace() {
    const YamlNode* source = fields_.Require("query", "add a tree-sitter query: query: |");
    const YamlNode* at = fields_.Find("at");
    const YamlNode* where = fields_.Find("where");
    if (source == nullptr) return;
    rule_->query = ReadQuery(*source, problems_);
    if (rule_->query == nullptr) return;
    const python::Query& query = *rule_->query;
    for (const std::string& name : query.captures()) {
      if (IsPlaceholder(name)) continue;
      problems_.AddWithin(*source, source->scalar.find(absl::StrCat("@", name)),
                          absl::StrCat("capture ", Quoted(absl::StrCat("@", name))),
                          "name captures with lower-case letters and underscores");
    }
    rule_->own = ReadQueryPredicates(query, *source, problems_);
    PredicateReader captures(problems_, {&query}, "");
    if (at != nullptr) {
      rule_->at = captures.ReadCapture(*at);
    } else if (query.captures().size() == 1) {
      rule_->at = query.captures()[0];
    } else if (query.captures().empty()) {
      problems_.Add(*source, "the query captures nothing", "name what it finds with @name");
    } else {
      problems_.Add(
          node_, "the rule does not say what findings stand on",
          absl::StrCat("add \"at\" with one of @", absl::StrJoin(query.captures(), ", @")));
    }
    if (!rule_->at.empty() && !query.IsAlwaysCaptured(query.CaptureOf(rule_->at))) {
      problems_.Add(at == nullptr ? *source : *at,
                    absl::StrCat("not every match has ", Quoted("@" + rule_->at)),
                    "findings need a place: choose a capture without \"?\" or \"*\" that every "
                    "pattern has");
    }
    if (where == nullptr) return;
    // One mistake is enough: without a place, the conditions speak of the first capture.
    const bool has_place = !rule_->at.empty() || query.captures().empty();
    PredicateReader conditions(problems_, {&query}, has_place ? rule_->at : query.captures()[0]);
    rule_->where = conditions.ReadAll(*where);
  }

  // A sentence with placeholders.
  absl::string_view ReadTemplate(absl::string_view key, absl::string_view cure) {
    std::string text = fields_.Text(key, cure);
    if (text.empty()) return "";
    const YamlNode& node = *fields_.Find(key);
    if (absl::StrContains(text, '\n')) {
      problems_.Add(node, absl::StrCat(Quoted(key), " has several lines"),
                    "write one sentence; in YAML, break it with >");
    }
    CheckPlaceholders(node, text);
    // Documents end sentences themselves.
    return rule_->Keep(std::string(absl::StripSuffix(text, ".")));
  }

  void CheckPlaceholders(const YamlNode& node, absl::string_view text) {
    if (rule_->query == nullptr) return;
    for (absl::string_view name : PlaceholdersOf(text)) {
      if (IsCommonPlaceholder(name) || rule_->query->CaptureOf(name) >= 0) continue;
      std::vector<std::string> known = rule_->query->captures();
      known.insert(known.end(), {"class", "function"});
      const std::string nearest = Nearest(name, known);
      problems_.AddWithin(node, node.scalar.find(absl::StrCat("{", name, "}")),
                          absl::StrCat("the query has no capture ", Quoted(absl::StrCat("@", name)),
                                       " for {", name, "}"),
                          nearest.empty()
                              ? absl::StrCat("known are {", absl::StrJoin(known, "}, {"), "}")
                              : absl::StrCat("did you mean {", nearest, "}?"));
    }
  }

  void ReadTexts() {
    info().title.en = rule_->Keep(
        std::string(absl::StripSuffix(fields_.Text("title", "say in general what is wrong"), ".")));
    info().message.en = ReadTemplate("message", "say what is wrong at the place, with {captures}");
    info().consequence.en = ReadTemplate("consequence", "say what can go wrong because of it");
    info().advice.en = ReadTemplate("advice", "say what to do");
    info().why = rule_->Keep(fields_.Text("why", "say why this is bad, in a paragraph"));
  }

  // `fix: text`, or {replace: capture, with: text}.
  void ReadRewrite() {
    const YamlNode* fix = fields_.Find("fix");
    std::string shown;
    if (fix != nullptr && rule_->query != nullptr) {
      Rewrite rewrite{.replaced = rule_->at, .pieces = {}};
      const YamlNode* text = fix;
      if (fix->kind == YamlNode::Kind::kMap) {
        Fields fields(*fix, "\"fix\"", problems_);
        const YamlNode* replaced = fields.Find("replace");
        text = fields.Require("with", "add the text that replaces it");
        fields.Finish();
        if (replaced != nullptr) {
          rewrite.replaced =
              PredicateReader(problems_, {rule_->query.get()}, "").ReadCapture(*replaced);
        }
      }
      if (text != nullptr && text->kind == YamlNode::Kind::kScalar) {
        shown = text->scalar;
        while (!shown.empty() && shown.back() == '\n') shown.pop_back();
        CheckPlaceholders(*text, shown);
        rewrite.pieces = PiecesOf(shown);
        rule_->rewrite = std::move(rewrite);
      } else if (text != nullptr) {
        problems_.Add(*text, absl::StrCat("\"fix\" is ", Describe(*text)), "write the new code");
      }
    }
    info().fix = rule_->Keep(shown.empty() ? absl::StrCat(info().advice.en, ".")
                                           : absl::StrCat(info().advice.en, ": `", shown, "`."));
  }

  static std::vector<Rewrite::Piece> PiecesOf(absl::string_view text) {
    std::vector<Rewrite::Piece> pieces;
    for (absl::string_view name : PlaceholdersOf(text)) {
      const std::string mark = absl::StrCat("{", name, "}");
      const size_t found = text.find(mark);
      pieces.push_back({false, std::string(text.substr(0, found))});
      pieces.push_back({true, std::string(name)});
      text.remove_prefix(found + mark.size());
    }
    pieces.push_back({false, std::string(text)});
    return pieces;
  }

  void ReadConcern() { ReadGrade("reports", &rule_->rule.concern); }

  void ReadReferences() {
    const YamlNode* references = fields_.Find("references");
    if (references == nullptr) return;
    const std::vector<const YamlNode*> items =
        ReadScalars(*references, "\"references\"", problems_);
    constexpr size_t kMost = std::size(rules::RuleInfo().references);
    if (items.size() > kMost) {
      problems_.Add(*references, absl::StrCat(items.size(), " references"),
                    absl::StrCat("give at most ", kMost));
    }
    for (size_t i = 0; i < std::min(items.size(), kMost); ++i) {
      info().references[i] = rule_->Keep(items[i]->scalar);
    }
  }

  void ReadExamples() {
    rule_->tests = ReadTests(fields_.Find("tests"), node_, rule_->rewrite.has_value(), problems_);
    for (const RuleTest& test : rule_->tests) {
      rules::Example& example = test.is_bad ? info().bad : info().good;
      if (test.number == 1) example = rule_->Keep(std::string(absl::StripSuffix(test.code, "\n")));
    }
  }

  const YamlNode& node_;
  Problems& problems_;
  Fields fields_;
  std::unique_ptr<OrganisationRule> rule_;
};

// "not valid YAML" has one cause far more often than all others.
std::string CureOf(const YamlError& error, absl::string_view text) {
  int line = 1;
  for (absl::string_view rest = text; !rest.empty() && line < error.line; ++line) {
    rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    text = rest;
  }
  return absl::StrContains(text.substr(0, text.find('\n')), ": @")
             ? "a plain value cannot begin with @: leave it out or put the value in quotes"
             : "";
}

}  // namespace

ReadRules ReadRuleFile(const RuleFile& file) {
  ReadRules result;
  Problems problems(file.name, file.content);
  const absl::StatusOr<YamlNode> root = ParseYaml(file.content);
  if (!root.ok()) {
    const YamlError error = YamlErrorOf(root.status());
    problems.AddAt(error.line, 1, error.message, CureOf(error, file.content));
    result.problems = std::move(problems).Take();
    return result;
  }
  Fields fields(*root, "a rule file", problems);
  const YamlNode* rules = fields.Require("rules", "begin with \"rules:\" and a list of rules");
  fields.Finish();
  if (rules != nullptr && (rules->kind != YamlNode::Kind::kSequence || rules->items.empty() ||
                           rules->items.size() > kMaxRules)) {
    problems.Add(*rules, absl::StrCat("\"rules\" is ", Describe(*rules)),
                 absl::StrCat("write a list of 1 to ", kMaxRules, " rules"));
  } else if (rules != nullptr) {
    for (const YamlNode& node : rules->items) {
      std::unique_ptr<const OrganisationRule> rule = RuleReader(node, file.name, problems).Read();
      if (rule == nullptr) continue;
      result.rules.push_back(std::move(rule));
      result.lines.push_back(node.line);
    }
  }
  result.problems = std::move(problems).Take();
  return result;
}

}  // namespace allreview::organisation_rules
