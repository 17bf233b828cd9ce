#include "services/report/documents/playbook/playbook.h"

#include <string>

#include "base/check.h"
#include "base/golden.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

Assembly AssemblyOf(const char* playbook) {
  Assembly assembly;
  assembly.review.mutable_change()->set_repository("trainkit");
  CHECK(
      google::protobuf::TextFormat::ParseFromString(playbook, assembly.review.mutable_playbook()));
  return assembly;
}

constexpr char kSample[] = R"(
  commit: "0123456789abcdef0123456789abcdef01234567"
  sections {
    id: "environment"
    statements {
      id: "python-pinned" topic: "python"
      values { key: "versions" value: "3.12" }
      provenance { path: ".python-version" line: 1 }
    }
    statements {
      id: "python-ci" topic: "python"
      values { key: "versions" value: "3.11\n3.12" }
      provenance { path: ".github/workflows/ci.yml" line: 14 }
    }
    statements {
      id: "extras" topic: "extras"
      values { key: "names" value: "dev\ntest" }
      provenance { path: "pyproject.toml" line: 9 }
    }
  }
  sections {
    id: "commands"
    statements {
      id: "tool-everywhere" topic: "format"
      values { key: "command" value: "black trainkit tests" }
      values { key: "settings" value: "line-length = 100" }
      provenance { path: ".pre-commit-config.yaml" line: 5 }
      provenance { path: "pyproject.toml" line: 12 }
    }
    statements { id: "no-type-checker" topic: "types" }
  }
  sections {
    id: "conventions"
    statements {
      id: "absolute-imports" topic: "imports"
      provenance { count: 3628 of: 4137 }
    }
    statements {
      id: "not-followed" topic: "unfollowed"
      values { key: "rule" value: "optional-annotations" }
      values { key: "value" value: "X | None" }
      values { key: "percent" value: "19" }
      provenance { path: "AGENTS.md" line: 4 }
    }
    statements {
      id: "print-banned" topic: "logging"
      values { key: "tool" value: "pylint W0141" }
      provenance { path: ".pylintrc" line: 8 }
    }
  }
  sections {
    id: "domain"
    statements {
      id: "recipe-field" topic: "recipes"
      values { key: "name" value: "RunConfig" }
      values { key: "path" value: "trainkit/flags.py" }
      provenance { count: 38 of: 41 }
    }
    statements {
      id: "option-home-grouped" topic: "configuration"
      values { key: "name" value: "RunConfig" }
      values { key: "files" value: "12" }
      values { key: "counted" value: "moe_\t9\nfp8_\t4" }
      provenance { path: "trainkit/config.py" line: 3 }
    }
    statements {
      id: "family-chosen" topic: "trainkit/ops/"
      values { key: "name" value: "Dispatcher" }
      values { key: "names" value: "Fast\nSlow" }
      values { key: "methods" value: "dispatch\ncombine" }
      values { key: "symbol" value: "Layer.__init__" }
      provenance { path: "trainkit/ops/base.py" line: 1 }
    }
    statements {
      id: "folder-tests" topic: "trainkit/ops/"
      values { key: "path" value: "tests/ops/" }
    }
  }
  sections { id: "performance" reason_empty: "no-performance" }
  sections {
    id: "workflow"
    statements {
      id: "request" topic: "never"
      values { key: "quote" value: "Do not ask @everyone; see <b>#12</b>." }
      provenance { path: "CONTRIBUTING.md" line: 3 }
    }
    statements {
      id: "gates" topic: "gates"
      values { key: "names" value: "CI\nLint" }
      provenance { path: ".github/workflows/ci.yml" line: 1 }
    }
  }
  contradictions {
    topic: "line-length"
    claims { value: "100" provenance { path: "pyproject.toml" line: 13 } }
    claims { value: "119" provenance { path: "docs/style.md" line: 2 } }
  }
  contradictions {
    topic: "version-of-black"
    claims { value: "24.8" provenance { path: ".pre-commit-config.yaml" line: 5 } }
    claims { value: "24.4" provenance { path: "pyproject.toml" line: 11 } }
  }
  stale {
    what: "tools/old.py"
    text: "Run `tools/old.py`."
    provenance { path: "README.md" line: 7 count: 3 }
  }
  stale_left_out: 2
  documents_checked: 5
  unread { path: "setup.cfg" line: 4 }
)";

constexpr char kFolder[] = "services/report/documents/playbook/testdata/";

TEST(Playbook, RendersInEnglish) {
  EXPECT_TRUE(MatchesGolden(std::string(kFolder) + "sample.en.md",
                            RenderPlaybook(AssemblyOf(kSample), Language::kEnglish)));
}

TEST(Playbook, RendersInChinese) {
  EXPECT_TRUE(MatchesGolden(std::string(kFolder) + "sample.zh.md",
                            RenderPlaybook(AssemblyOf(kSample), Language::kChinese)));
}

TEST(Playbook, SaysWhenNothingIsKnown) {
  EXPECT_TRUE(MatchesGolden(std::string(kFolder) + "empty.en.md",
                            RenderPlaybook(AssemblyOf(""), Language::kEnglish)));
}

TEST(Playbook, ShowsStatementsThatItHasNoWordsFor) {
  const std::string text = RenderPlaybook(AssemblyOf(R"(
    sections {
      id: "agents"
      statements {
        id: "from-the-future" topic: "unheard-of"
        values { key: "b" value: "2" } values { key: "a" value: "x" }
      }
      statements { id: "guarded-imports" topic: "optional" }
    })"),
                                          Language::kEnglish);
  EXPECT_NE(text.find("- **unheard-of**: from-the-future: a `x`, b 2\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("so import them in a `try` statement: ?.\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace allreview::report
