#include "analyzers/constraints/interpreter.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/constraints/recipes.h"
#include "analyzers/repository/fake_repository.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::constraints {
namespace {

class Repository {
 public:
  explicit Repository(std::map<std::string, std::string> files)
      : fake_(FakeOf(std::move(files))),
        index_(fake_.source(), [] { return NoFiles(); }),
        project_(&index_) {}

  const python::Module* Find(absl::string_view path) {
    const auto [at, is_new] = modules_.try_emplace(std::string(path));
    if (is_new) {
      auto module = python::Module::Parse(path, fake_.files.at(std::string(path)));
      if (module.ok()) at->second = *std::move(module);
    }
    return at->second.get();
  }
  const Modules& modules() const { return find_; }
  repository::Project& project() { return project_; }
  repository::RepositoryIndex& index() { return index_; }

 private:
  static std::vector<std::unique_ptr<repository::IndexedFile>> NoFiles() { return {}; }
  static repository::FakeRepository FakeOf(std::map<std::string, std::string> files) {
    repository::FakeRepository fake;
    fake.files = std::move(files);
    return fake;
  }

  repository::FakeRepository fake_;
  repository::RepositoryIndex index_;
  repository::Project project_;
  std::map<std::string, std::unique_ptr<python::Module>> modules_;
  const Modules find_ = [this](absl::string_view path) { return Find(path); };
};

// What the last call of the file says: "12: a=1 b=None", or "" when nothing is refused.
std::string RefusalOf(const std::string& code) {
  Repository repository({{"pkg/config.py", code}});
  const python::Module& module = *repository.Find("pkg/config.py");
  python::Node last;
  for (python::Node call : module.tree().root().descendants(python::Kind::kCall)) last = call;
  Interpreter interpreter(repository.project(), repository.modules());
  interpreter.RunConstruction(module, last);
  if (interpreter.refusal() == nullptr) return "";
  std::vector<std::string> reasons;
  for (const Reason& reason : interpreter.refusal()->reasons) {
    reasons.push_back(absl::StrCat(reason.name, "=", reason.value));
  }
  return absl::StrCat(interpreter.refusal()->line, ": ", absl::StrJoin(reasons, " "));
}

// A class with fields a and b, and this body of __post_init__, from line 10 on.
std::string Refused(absl::string_view body, absl::string_view arguments) {
  return RefusalOf(
      absl::StrCat("from dataclasses import dataclass\n"
                   "import torch\n"
                   "\n"
                   "@dataclass\n"
                   "class C:\n"
                   "    a: int = 1\n"
                   "    b: str = None\n"
                   "\n"
                   "    def __post_init__(self):\n",
                   body, "\nx = C(", arguments, ")\n"));
}

TEST(Interpreter, NamesWhatDecides) {
  EXPECT_EQ(Refused("        if self.a > 1 and self.b is None:\n"
                    "            raise ValueError('b')\n",
                    "a=2"),
            "11: a=2 b=None");
  EXPECT_EQ(Refused("        assert self.a == 1 or self.b != 'x', 'no'\n", "a=4, b='x'"),
            "10: a=4 b=\"x\"");
  // Only what is false in a conjunction.
  EXPECT_EQ(Refused("        assert self.a < 4 and self.b\n", "a=8, b='x'"), "10: a=8");
}

TEST(Interpreter, FollowsWhatValidationStores) {
  EXPECT_EQ(Refused("        if self.b is None:\n"
                    "            self.b = 'auto'\n"
                    "        assert self.b != 'auto'\n",
                    "a=2"),
            "12: b=None b=\"auto\"");
  EXPECT_EQ(Refused("        self.a = torch.cuda.device_count()\n"
                    "        assert self.a == 1\n",
                    "a=2"),
            "");
}

struct Case {
  const char* name;
  const char* body;
};

TEST(Interpreter, ClaimsNothingOfWhatMayBeOtherwise) {
  const Case cases[] = {
      {"unknown condition",
       "        if torch.cuda.is_available():\n"
       "            assert self.a == 1\n"},
      {"earlier return",
       "        if torch.cuda.is_available():\n"
       "            return\n"
       "        assert self.a == 1\n"},
      {"a branch that may store",
       "        if torch.cuda.is_available():\n"
       "            self.a = 1\n"
       "        assert self.a == 1\n"},
      {"a loop",
       "        for i in range(self.a):\n"
       "            self.a = i\n"
       "        assert self.a == 1\n"},
      {"a loop that breaks",
       "        for i in range(9):\n"
       "            if i:\n"
       "                self.a = 1\n"
       "                break\n"
       "        assert self.a == 1\n"},
      {"a handler",
       "        try:\n"
       "            assert self.a == 1\n"
       "        except AssertionError:\n"
       "            pass\n"},
      {"handed to others",
       "        torch.compile(self)\n"
       "        assert self.a == 1\n"},
      {"a computed name",
       "        for name in torch.names():\n"
       "            setattr(self, name, 1)\n"
       "        assert self.a == 1\n"},
      {"a closure",
       "        def f():\n"
       "            self.a = 1\n"
       "        f()\n"
       "        assert self.a == 1\n"},
      {"a match",
       "        match torch.name:\n"
       "            case 'x':\n"
       "                self.a = 1\n"
       "        assert self.a == 1\n"},
  };
  for (const Case& a_case : cases) EXPECT_EQ(Refused(a_case.body, "a=2"), "") << a_case.name;
}

TEST(Interpreter, RunsKnownLoopsTurnByTurn) {
  EXPECT_EQ(Refused("        for wrong in (3, 5):\n"
                    "            assert self.a != wrong\n",
                    "a=5"),
            "11: a=5");
}

TEST(Interpreter, EndsOnCodeThatCallsItself) {
  EXPECT_EQ(RefusalOf("from dataclasses import dataclass\n"
                      "@dataclass\n"
                      "class C:\n"
                      "    a: int = 1\n"
                      "    def __post_init__(self):\n"
                      "        self.check()\n"
                      "    def check(self):\n"
                      "        self.check()\n"
                      "        assert self.a == 1\n"
                      "x = C(a=2)\n"),
            "");
}

TEST(Interpreter, EndsOnDeepNesting) {
  std::string body;
  std::string indent = "        ";
  for (int i = 0; i < 400; ++i) {
    body += indent + "if self.a:\n";
    indent += " ";
  }
  EXPECT_EQ(Refused(body + indent + "raise ValueError\n", "a=2"), "");
  EXPECT_EQ(Refused("        assert " + std::string(400, '(') + "self.a == 1" +
                        std::string(400, ')') + "\n",
                    "a=2"),
            "");
}

TEST(RecipeChecks, GoesFromTheParserToWhoLooksAtTheArguments) {
  Repository repository({{"pkg/arguments.py",
                          "import argparse\n"
                          "def parse(defaults={}):\n"
                          "    p = argparse.ArgumentParser()\n"
                          "    p.add_argument('--a', type=int)\n"
                          "    p.add_argument('--b', type=int, default=2)\n"
                          "    p.add_argument('--c', type=str)\n"
                          "    p.add_argument('--d', action='store_true')\n"
                          "    p.add_argument('--e', action='store_true')\n"
                          "    p.add_argument('--f', type=int)\n"
                          "    return p.parse_args()\n"},
                         {"pkg/start.py",
                          "from pkg.arguments import parse\n"
                          "def start(given={}):\n"
                          "    args = parse()\n"
                          "    for key in given:\n"
                          "        setattr(args, key, given[key])\n"
                          "    assert args.a is not None\n"
                          "    assert args.a % args.b == 0\n"
                          "    assert args.c in ('x', 'y')\n"
                          "    assert not (args.d and args.e)\n"
                          "    assert args.f is None or args.f > 0\n"}});
  RecipeChecks checks(repository.project(), repository.index(), repository.modules());
  const auto refusal_of = [&](absl::string_view options) {
    const auto lines = CommandLinesIn("run.yaml", options);
    const auto refusal = checks.RefusalOf("run.yaml", lines.at(0));
    return refusal ? absl::StrCat(refusal->path, ":", refusal->line) : "";
  };
  EXPECT_EQ(refusal_of("  --a: 3\n  --c: x\n  --d: true\n  --b: 2\n  --f: 1\n"), "pkg/start.py:7");
  EXPECT_EQ(refusal_of("  --a: 4\n  --c: z\n  --d: true\n  --b: 2\n  --f: 1\n"), "pkg/start.py:8");
  EXPECT_EQ(refusal_of("  --a: 4\n  --c: x\n  --d: true\n  --e: true\n  --f: 1\n"),
            "pkg/start.py:9");
  EXPECT_EQ(refusal_of("  --a: 4\n  --c: x\n  --d: true\n  --b: 2\n  --f: 1\n"), "");
  // An option that nobody declares may set anything.
  EXPECT_EQ(refusal_of("  --a: 3\n  --c: x\n  --d: true\n  --e: true\n  --g: 1\n"), "");
  EXPECT_EQ(refusal_of("  --a: 3\n"), "");  // Too little to know the program by.
}

}  // namespace
}  // namespace allreview::constraints
