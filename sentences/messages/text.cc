#include "sentences/messages/text.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/utf8.h"
#include "sentences/table.h"

namespace allreview {
namespace {

using change::v1::TextList;
using change::v1::TextValue;

TextList::Joint ToProto(Joint joint) {
  switch (joint) {
    case Joint::kComma:
      return TextList::JOINT_COMMA;
    case Joint::kAnd:
      return TextList::JOINT_AND;
    case Joint::kOr:
      return TextList::JOINT_OR;
    case Joint::kSemicolon:
      return TextList::JOINT_SEMICOLON;
  }
  return TextList::JOINT_UNSPECIFIED;
}

Joint FromProto(TextList::Joint joint) {
  switch (joint) {
    case TextList::JOINT_AND:
      return Joint::kAnd;
    case TextList::JOINT_OR:
      return Joint::kOr;
    case TextList::JOINT_SEMICOLON:
      return Joint::kSemicolon;
    default:
      return Joint::kComma;
  }
}

std::optional<Words> FromSentence(const change::v1::Text& text, const PhraseLookup& find) {
  const Phrase* phrase = find(text.id());
  if (phrase == nullptr) return std::nullopt;
  Sentence sentence(*phrase);
  for (const auto& [name, value] : text.params()) {
    std::optional<Words> words = FromText(value, find);
    if (!words) return std::nullopt;
    sentence.params.emplace_back(name, *std::move(words));
  }
  for (absl::string_view wanted : PlaceholdersOf(phrase->In(Language::kEnglish))) {
    if (text.params().count(std::string(wanted)) == 0) return std::nullopt;
  }
  return sentence;
}

std::optional<Words> FromList(const TextList& list, const PhraseLookup& find) {
  WordList words{.joint = FromProto(list.joint()), .items = {}};
  for (const TextValue& item : list.items()) {
    std::optional<Words> known = FromText(item, find);
    if (!known) return std::nullopt;
    words.items.push_back(*std::move(known));
  }
  return words;
}

}  // namespace

TextValue ToText(const Words& words) {
  TextValue text;
  if (const auto* verbatim = std::get_if<std::string>(&words.kind())) {
    text.set_verbatim(ToDisplayText(*verbatim));
  } else if (const auto* sentence = std::get_if<Sentence>(&words.kind())) {
    text.mutable_text()->set_id(std::string(sentence->phrase.id()));
    for (const auto& [name, value] : sentence->params) {
      (*text.mutable_text()->mutable_params())[name] = ToText(value);
    }
  } else if (const auto* list = std::get_if<WordList>(&words.kind())) {
    text.mutable_list()->set_joint(ToProto(list->joint));
    for (const Words& item : list->items) *text.mutable_list()->add_items() = ToText(item);
  }
  return text;
}

std::optional<Words> FromText(const TextValue& text, const PhraseLookup& find) {
  switch (text.kind_case()) {
    case TextValue::kVerbatim:
      return Words(text.verbatim());
    case TextValue::kText:
      return FromSentence(text.text(), find);
    case TextValue::kList:
      return FromList(text.list(), find);
    case TextValue::KIND_NOT_SET:
      break;
  }
  return std::nullopt;
}

Words FromText(const TextValue& text, const std::string& english) {
  return FromText(text, FindPhrase).value_or(english);
}

}  // namespace allreview
