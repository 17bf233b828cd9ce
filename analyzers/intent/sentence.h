#ifndef ANALYZERS_INTENT_SENTENCE_H_
#define ANALYZERS_INTENT_SENTENCE_H_

// A sentence of an author, with its place and what it is about. Plain data.

#include <cstdint>
#include <string>

#include "analyzers/intent/roles.h"

namespace allreview::intent {

enum class Source : uint8_t {
  kTitle,            // Of the change.
  kDescription,      // Its body.
  kCommit,           // Message of a commit.
  kComment,          // On lines of its own.
  kTrailingComment,  // Behind code.
  kDocstring,        // Of a module, class, function or field.
  kHelp,             // Of a flag, or metadata of a field.
  kMessage,          // Of an assert or raise.
  kTestName,         // "test_drops_tokens_over_capacity", as words.
  kGuide,            // AGENTS.md, CLAUDE.md, CONTRIBUTING.md, README.md near a changed file.
};

// "description", "trailing-comment", …
absl::string_view NameOf(Source source);

// What a sentence is about.
struct Subject {
  enum class Kind : uint8_t {
    kChange,
    kFolder,  // Below which a guide holds; "" is the repository.
    kModule,
    kClass,
    kFunction,
    kParameter,
    kResult,
    kField,  // Of a class, and constants of a module.
    kFlag,
    kStatement,
  };
  Kind kind = Kind::kChange;
  std::string name;                   // As written; of a statement the beginning of its first line.
  int first_line = 0, last_line = 0;  // Of the code, of a compound statement its header.
};

absl::string_view NameOf(Subject::Kind kind);

// Which version of the repository says it.
enum class Presence : uint8_t { kBefore, kAfter, kBoth };

struct Sentence {
  std::string text;  // One line of plain text; code spans stay.
  Source source = Source::kComment;
  Roles roles = {};
  bool is_todo = false;  // Below one of kTodoMarks (sentences.h).

  std::string path;                   // Empty: the description, or a commit.
  int first_line = 0, last_line = 0;  // In the file, the body, or the message.
  int commit = -1;                    // Index of the message.
  std::string section;                // Heading that it stands under.

  std::string owner;  // Qualified name of the definition around; empty: the module.
  Subject subject;

  // Of a change. A sentence of kBoth has the place of the new side.
  Presence presence = Presence::kAfter;
  bool is_moved = false;    // From another definition or file; only kBoth.
  bool is_touched = false;  // The change writes or deletes it, or changes its subject.
};

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_SENTENCE_H_
