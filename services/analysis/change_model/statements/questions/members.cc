// A new member of a list of names, where other places of the repository list its siblings alone.

#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/observation.h"
#include "base/poll.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMinSiblings = 3;  // Fewer may stand together anywhere.
constexpr size_t kMaxMembers = 12;
constexpr size_t kMaxNew = 8;  // Members that are looked for.
constexpr size_t kMaxPages = 400;
constexpr size_t kMaxSources = 12;
constexpr size_t kMaxBytes = 1 << 20;
constexpr int kLinesOfList = 4;  // In which the siblings stand.
constexpr int kNear = 12;        // Lines around in which the new one would.

struct Member {
  const AnalysedFile* file = nullptr;
  Node node;
  std::string name;
  std::vector<std::string> siblings;
};

bool IsNameLike(absl::string_view text) {
  if (text.size() < 4 || !absl::ascii_isalpha(text[0])) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(c) || c == '_' || c == '-' || c == '.';
  });
}

// A list that says what may be chosen: `choices=`, Literal[], a constant, a registry.
bool IsChoice(Node container) {
  const Node parent = container.parent();
  if (parent.Is(NodeKind::kKeywordArgument)) {
    return absl::StrContains(parent.child(Field::kName).text(), "choices");
  }
  if (parent.Is(NodeKind::kAssignment)) {
    const Node outside = python::StatementOf(parent).parent();
    return outside.Is(NodeKind::kModule) || outside.parent().Is(NodeKind::kClassDefinition);
  }
  return false;
}

bool IsEnum(const python::Module& module, Node assignment) {
  const Definition* a_class = module.EnclosingClass(assignment);
  if (a_class == nullptr || module.EnclosingFunction(assignment) != nullptr) return false;
  return std::any_of(a_class->bases.begin(), a_class->bases.end(),
                     [](Node base) { return absl::StrContains(base.text(), "Enum"); });
}

// The strings beside it, of whatever holds it. None: it is no member of a list.
std::vector<Node> StringsBeside(const python::Module& module, Node string) {
  std::vector<Node> strings;
  Node container = string.parent();
  if (container.Is(NodeKind::kPair) && string.field() == Field::kKey) {
    if (!IsChoice(container.parent())) return {};
    for (Node pair : container.parent().named_children())
      strings.push_back(pair.child(Field::kKey));
  } else if (container.Is(NodeKind::kList) || container.Is(NodeKind::kTuple) ||
             container.Is(NodeKind::kSet)) {
    if (!IsChoice(container)) return {};
    for (Node item : container.named_children()) strings.push_back(item);
  } else if (container.Is(NodeKind::kAssignment) && IsEnum(module, container)) {
    const Node body = python::StatementOf(container).parent();
    for (Node statement : body.named_children()) {
      strings.push_back(statement.named_child(0).child(Field::kRight));
    }
  } else {
    // Literal["a", "b"], an annotation or not.
    while (container.Is(NodeKind::kType)) container = container.parent();
    const bool is_literal = absl::StrContains(container.text().substr(0, 40), "Literal[");
    if (!is_literal || container.text().size() > 1000) return {};
    for (Node other : container.descendants(NodeKind::kString)) strings.push_back(other);
  }
  return strings;
}

std::vector<Member> NewMembers(const Inquiry& inquiry) {
  std::vector<Member> members;
  for (const AnalysedFile* file : inquiry.product()) {
    for (Node string : file->after->tree().root().descendants(NodeKind::kString)) {
      if (members.size() == kMaxNew) return members;
      if (!file->lines.Touches(string)) continue;
      const absl::string_view text = python::Module::StringContent(string);
      if (!IsNameLike(text) || inquiry.IsTextBefore(text)) continue;
      Member member{file, string, std::string(text), {}};
      for (Node other : StringsBeside(*file->after, string)) {
        const absl::string_view sibling = python::Module::StringContent(other);
        if (!IsNameLike(sibling) || !inquiry.IsTextBefore(sibling)) continue;
        if (member.siblings.size() < kMaxMembers) member.siblings.emplace_back(sibling);
      }
      if (member.siblings.size() >= kMinSiblings) members.push_back(std::move(member));
    }
  }
  return members;
}

// `is_quoted`: names that code uses do not count.
bool HasWord(absl::string_view text, absl::string_view word, bool is_quoted) {
  const auto is_inside = [](char c) { return absl::ascii_isalnum(c) || c == '_' || c == '-'; };
  const auto is_quote = [](char c) { return c == '"' || c == '\'' || c == '`'; };
  for (size_t at = text.find(word); at != absl::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool is_whole =
        (at == 0 || !is_inside(text[at - 1])) && (end == text.size() || !is_inside(text[end]));
    if (!is_whole) continue;
    if (!is_quoted || (at > 0 && is_quote(text[at - 1]))) return true;
  }
  return false;
}

size_t CountIn(absl::string_view text, const std::vector<std::string>& words, bool are_quoted) {
  return static_cast<size_t>(
      std::count_if(words.begin(), words.end(),
                    [&](const std::string& word) { return HasWord(text, word, are_quoted); }));
}

// The text of lines [first, end), 0-based.
absl::string_view Lines(const std::vector<absl::string_view>& lines, int first, int end) {
  first = std::max(first, 0);
  end = std::min(end, static_cast<int>(lines.size()));
  const char* start = lines[first].data();
  return {start, static_cast<size_t>(lines[end - 1].data() + lines[end - 1].size() - start)};
}

// The 1-based line where the text lists the siblings, and the member nowhere near; none: nowhere.
std::optional<int> ListsWithout(const Member& member, absl::string_view text, bool is_code) {
  if (text.size() > kMaxBytes) return std::nullopt;
  PollBytes(text.size() * (member.siblings.size() + 1));
  if (CountIn(text, member.siblings, is_code) < kMinSiblings) return std::nullopt;
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  for (int i = 0; i < static_cast<int>(lines.size()); ++i) {
    if (CountIn(lines[i], member.siblings, is_code) == 0) continue;
    if (CountIn(Lines(lines, i, i + kLinesOfList), member.siblings, is_code) < kMinSiblings)
      continue;
    if (HasWord(Lines(lines, i - kNear, i + kLinesOfList + kNear), member.name, false))
      return std::nullopt;
    return i + 1;
  }
  return std::nullopt;
}

void Ask(Inquiry& inquiry, const Member& member, const std::string& path, int line) {
  std::vector<std::string> shown = member.siblings;
  if (shown.size() > kMinSiblings) shown.resize(kMinSiblings);
  inquiry.Ask(*member.file, member.node,
              {.kind = "list-without-new-member",
               .about = member.name,
               .weight = 72,
               .text = Sentence(phrases::kAskMember, {{"name", member.name},
                                                      {"siblings", CodeList(shown)},
                                                      {"place", absl::StrCat(path, ":", line)}}),
               .also = {{.path = path, .first_line = line, .end_line = line + 1}}});
}

bool IsChanged(const Inquiry& inquiry, absl::string_view path) {
  for (const change::ChangedFile& file : inquiry.change().changed_files()) {
    if (file.path == path) return true;
  }
  return false;
}

bool AskBySources(Inquiry& inquiry, const Member& member) {
  size_t read = 0;
  for (const repository::IndexedFile* file : inquiry.change().index().AllFiles()) {
    if (paths::IsTestPath(file->path()) || file->HasWordAnywhere(member.name)) continue;
    size_t known = 0;
    for (const std::string& sibling : member.siblings) known += file->HasWordAnywhere(sibling);
    if (known < kMinSiblings || IsChanged(inquiry, file->path()) || ++read > kMaxSources) continue;
    const std::string* text = inquiry.change().texts().Read(change::Side::kRight, file->path());
    if (text == nullptr) continue;
    if (const std::optional<int> line = ListsWithout(member, *text, true)) {
      Ask(inquiry, member, file->path(), *line);
      return true;
    }
  }
  return false;
}

void AskByPages(Inquiry& inquiry, const std::vector<Member>& members) {
  change::RepositoryTexts& texts = inquiry.change().texts();
  std::vector<change::TreeFile> pages =
      texts.List(change::Side::kRight, {".md", ".mdx", ".rst", ".yaml", ".yml"});
  if (pages.size() > kMaxPages) return;
  texts.Fetch(change::Side::kRight, pages);
  for (const change::TreeFile& page : pages) {
    if (inquiry.should_stop()) return;
    if (absl::StrContains(page.path, "CHANGELOG") || paths::IsTestPath(page.path)) continue;
    const std::string* text = texts.Read(change::Side::kRight, page);
    if (text == nullptr) continue;
    for (const Member& member : members) {
      const std::optional<int> line = ListsWithout(member, *text, false);
      if (line) Ask(inquiry, member, page.path, *line);
    }
  }
}

}  // namespace

void AskAboutMembers(Inquiry& inquiry) {
  std::vector<Member> open;
  for (Member& member : NewMembers(inquiry)) {
    if (inquiry.should_stop()) return;
    if (!AskBySources(inquiry, member)) open.push_back(std::move(member));
  }
  if (!open.empty()) AskByPages(inquiry, open);
}

}  // namespace allreview::analysis
