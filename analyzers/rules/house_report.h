#ifndef ANALYZERS_RULES_HOUSE_REPORT_H_
#define ANALYZERS_RULES_HOUSE_REPORT_H_

// What a repository asks of new code, and how a change does by it. Plain data; mirrors
// proto/analysis/v1/house.proto, whose comments define the fields.

#include <string>
#include <vector>

#include "sentences/sentence.h"

namespace allreview::rules {

struct HouseReport {
  enum class Level { kCiEnforced, kDeclared, kNorm };
  enum class State { kKept, kBroken, kUnchecked, kNotFollowed };
  struct Rule {
    std::string id;
    Words statement;
    Level level = Level::kDeclared;
    std::string tool = "";  // "pylint C0116"; empty: prose.
    Words source = {};      // ".pylintrc:8"; of a norm, its share.
    State state = State::kUnchecked;
    Words status = {};
  };
  struct Command {
    std::string purpose;  // "install", "format", "lint".
    std::string line, alternative;
    std::string source;
  };
  struct Request {
    std::string id;  // "draft", "sign-off", "signature", "linked-issue".
    Words text;
    std::string source;  // "AGENTS.md:23"
    bool is_met = false;
    bool is_known = false;  // Whether it is met.
  };
  std::vector<Rule> rules;
  std::vector<Words> conflicts;  // Sentences without period.
  std::vector<Command> commands;
  std::vector<Request> requests;
  std::vector<std::string> reviewers;  // "@team", sorted.
  std::string owners_path;             // That names them.
  std::vector<Words> problems;         // Files that could not be read: "path:line: why".
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_HOUSE_REPORT_H_
