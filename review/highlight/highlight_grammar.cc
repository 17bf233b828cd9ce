#include "review/highlight/highlight_grammar.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/check.h"
#include "review/highlight/highlight_queries.h"

extern "C" {
const TSLanguage* tree_sitter_bash(void);
const TSLanguage* tree_sitter_cuda(void);
const TSLanguage* tree_sitter_python(void);
const TSLanguage* tree_sitter_yaml(void);
}

namespace allreview {
namespace {

constexpr char kErrorCapture[] = "broken";

// Names of captures by their first word. Keys are what YAML consists of.
CodeToken TokenOf(absl::string_view capture, bool has_properties) {
  static constexpr std::pair<const char*, CodeToken> kTokens[] = {
      {"keyword", CodeToken::kKeyword}, {"string", CodeToken::kString},
      {"escape", CodeToken::kConstant}, {"comment", CodeToken::kComment},
      {"number", CodeToken::kConstant}, {"boolean", CodeToken::kConstant},
      {"label", CodeToken::kConstant},  {"constant", CodeToken::kConstant},
      {"type", CodeToken::kType},       {"constructor", CodeToken::kType},
      {"tag", CodeToken::kType},        {"attribute", CodeToken::kType}};
  if (absl::StartsWith(capture, "function")) return CodeToken::kFunction;
  if (capture == "variable.builtin") return CodeToken::kKeyword;
  if (has_properties && capture == "property") return CodeToken::kType;
  const absl::string_view word = capture.substr(0, capture.find('.'));
  for (const auto& [name, token] : kTokens) {
    if (word == name) return token;
  }
  return CodeToken::kPlain;
}

using Steps = std::vector<TSQueryPredicateStep>;

absl::string_view StringOf(const TSQuery* query, const TSQueryPredicateStep& step) {
  uint32_t size = 0;
  const char* text = ts_query_string_value_for_id(query, step.value_id, &size);
  return {text, size};
}

// False: a predicate of another kind, so its pattern cannot be used.
bool ReadPredicate(const TSQuery* query, const Steps& steps, std::vector<Predicate>& predicates) {
  const bool is_match = steps.size() == 3 && steps[1].type == TSQueryPredicateStepTypeCapture &&
                        steps[2].type == TSQueryPredicateStepTypeString &&
                        StringOf(query, steps[0]) == "match?";
  if (!is_match) return false;
  const absl::string_view pattern = StringOf(query, steps[2]);
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);  // Code may be in any encoding.
  auto expression =
      std::make_shared<const RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
  if (!expression->ok()) return false;
  predicates.push_back({.capture = steps[1].value_id, .pattern = std::move(expression)});
  return true;
}

void ReadPredicates(HighlightGrammar& grammar) {
  const uint32_t patterns = ts_query_pattern_count(grammar.query);
  grammar.predicates.resize(patterns);
  grammar.is_known.assign(patterns, true);
  for (uint32_t pattern = 0; pattern < patterns; ++pattern) {
    uint32_t count = 0;
    const TSQueryPredicateStep* steps =
        ts_query_predicates_for_pattern(grammar.query, pattern, &count);
    Steps predicate;
    for (uint32_t i = 0; i < count; ++i) {
      if (steps[i].type != TSQueryPredicateStepTypeDone) {
        predicate.push_back(steps[i]);
        continue;
      }
      if (!ReadPredicate(grammar.query, predicate, grammar.predicates[pattern]))
        grammar.is_known[pattern] = false;
      predicate.clear();
    }
  }
}

struct Source {
  const TSLanguage* language;
  std::string query;
  const char* opener = "";
  bool has_properties = false;
};

const HighlightGrammar* NewGrammar(const Source& source) {
  auto* grammar = new HighlightGrammar{.language = source.language, .opener = source.opener};
  const std::string text = absl::StrCat(source.query, "\n(ERROR) @", kErrorCapture, "\n");
  uint32_t offset = 0;
  TSQueryError error = TSQueryErrorNone;
  grammar->query = ts_query_new(source.language, text.data(), static_cast<uint32_t>(text.size()),
                                &offset, &error);
  CHECK(grammar->query != nullptr) << "the query does not fit its grammar at byte " << offset;
  for (uint32_t i = 0; i < ts_query_capture_count(grammar->query); ++i) {
    uint32_t size = 0;
    const char* name = ts_query_capture_name_for_id(grammar->query, i, &size);
    const absl::string_view capture(name, size);
    grammar->tokens.push_back(TokenOf(capture, source.has_properties));
    if (capture == kErrorCapture) grammar->error_capture = i;
  }
  ReadPredicates(*grammar);
  return grammar;
}

bool EndsWithOneOf(absl::string_view path, std::initializer_list<absl::string_view> ends) {
  for (absl::string_view end : ends) {
    if (absl::EndsWith(path, end)) return true;
  }
  return false;
}

}  // namespace

const HighlightGrammar* FindHighlightGrammar(absl::string_view path) {
  if (EndsWithOneOf(path, {".py", ".pyi", ".bzl", "BUILD.bazel"})) {
    static const HighlightGrammar* const python =
        NewGrammar({.language = tree_sitter_python(), .query = kPythonQuery, .opener = "\"\"\""});
    return python;
  }
  if (EndsWithOneOf(path, {".c", ".cc", ".cpp", ".cxx", ".cu", ".cuh", ".h", ".hh", ".hpp", ".inl",
                           ".hip"})) {
    static const HighlightGrammar* const cuda =
        NewGrammar({.language = tree_sitter_cuda(),
                    .query = absl::StrCat(kCQuery, kCppQuery, kCudaQuery),
                    .opener = "/*"});
    return cuda;
  }
  if (EndsWithOneOf(path, {".sh", ".bash", ".bats"})) {
    static const HighlightGrammar* const bash =
        NewGrammar({.language = tree_sitter_bash(), .query = kBashQuery, .has_properties = true});
    return bash;
  }
  if (EndsWithOneOf(path, {".yaml", ".yml"})) {
    static const HighlightGrammar* const yaml = NewGrammar({.language = tree_sitter_yaml(),
                                                            .query = kYamlQuery,
                                                            .opener = "_:\n",
                                                            .has_properties = true});
    return yaml;
  }
  return nullptr;
}

}  // namespace allreview
