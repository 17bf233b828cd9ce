// Names that modules hand on by `from module import *`.

#include <string>
#include <utility>
#include <vector>

#include "analyzers/understanding/failures_of.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

struct Case {
  const char* name;
  std::vector<std::pair<std::string, std::string>> files;
  const char* failures;  // "": none is certain.
};

class StarImports : public testing::TestWithParam<Case> {};

TEST_P(StarImports, HandOnWhatModulesBind) {
  EXPECT_EQ(FailuresOf(GetParam().files), GetParam().failures);
}

using File = std::pair<std::string, std::string>;
const File kPackage = {"pkg/__init__.py", "from pkg.a import *\nfrom .b import *\n"};
const File kOther = {"pkg/b.py", "def there(): pass\n"};
const File kUse = {"use.py", "from pkg import Gate\nGate(1)\n"};
constexpr char kMissing[] = "1: nothing to import: pkg.Gate";
constexpr char kRefuses[] = "2: `pkg.a.Gate` takes 0 positional arguments, not 1";

INSTANTIATE_TEST_SUITE_P(
    All, StarImports,
    testing::ValuesIn(std::vector<Case>{
        {"OfNeither", {kPackage, {"pkg/a.py", "x = 1\n"}, kOther, kUse}, kMissing},
        {"OfOne", {kPackage, {"pkg/a.py", "def Gate(): pass\n"}, kOther, kUse}, kRefuses},
        {"OfBoth",
         {kPackage, {"pkg/a.py", "def Gate(): pass\n"}, {"pkg/b.py", "def Gate(x): pass\n"}, kUse},
         ""},
        {"ThroughThree",
         {{"pkg/__init__.py", "from .c import *\n"},
          {"pkg/c.py", "from .a import *\n"},
          {"pkg/a.py", "def Gate(): pass\n"},
          kUse},
         kRefuses},
        {"InARing",
         {kPackage, {"pkg/a.py", "from .b import *\n"}, {"pkg/b.py", "from .a import *\n"}, kUse},
         kMissing},
        {"OfANameInAll",
         {kPackage, {"pkg/a.py", "__all__ = ['Gat' 'e']\ndef Gate(): pass\n"}, kOther, kUse},
         ""},
        {"OfATupleOfNames",
         {kPackage, {"pkg/a.py", "__all__ = ('x',)\nx = 1\ndef Gate(): pass\n"}, kOther, kUse},
         kMissing},
        {"OfAComputedAll",
         {kPackage, {"pkg/a.py", "__all__ = f()\ndef Gate(): pass\n"}, kOther, kUse},
         ""},
        {"OfAnAllThatGrows",
         {kPackage, {"pkg/a.py", "__all__ = []\n__all__ += f()\ndef Gate(): pass\n"}, kOther, kUse},
         ""},
        {"OfAnAllThatIsAppendedTo",
         {kPackage, {"pkg/a.py", "__all__ = []\n__all__.append(f())\ndef Gate(): pass\n"}, kUse},
         ""},
        {"OfAPrivateName",
         {kPackage,
          {"pkg/a.py", "_gate = 1\n"},
          kOther,
          {"use.py", "import pkg\ndef f():\n  return pkg._gate\n"}},
         ""},
        {"OfAnotherProject", {{"pkg/__init__.py", "from lib import *\n"}, kOther, kUse}, ""},
        {"OfAnotherProjectBehindOne",
         {kPackage, {"pkg/a.py", "from lib import *\n"}, kOther, kUse},
         ""},
        {"OfALazyModule",
         {kPackage, {"pkg/a.py", "def __getattr__(name): return name\n"}, kOther, kUse},
         ""},
        {"OfAModuleThatFillsItself",
         {kPackage, {"pkg/a.py", "for n in f(): globals()[n] = 1\n"}, kOther, kUse},
         ""},
        {"OfAPackageWithAModule",
         {{"pkg/__init__.py", "from pkg.a import *\n"},
          {"pkg/a/__init__.py", ""},
          {"pkg/a/Gate.py", ""},
          kUse},
         ""},
        {"OfWhatIsImportedAnew",
         {kPackage,
          {"pkg/a.py", "from pkg.c import Gate\n"},
          {"pkg/c.py", "def Gate(): pass\n"},
          kOther,
          kUse},
         "2: `pkg.c.Gate` takes 0 positional arguments, not 1"},
        {"InTheSameFile",
         {{"pkg/a.py", "def Gate(): pass\n"},
          {"use.py", "from pkg.a import *\ndef f():\n  len()\n  Gate(1)\n"}},
         "4: `pkg.a.Gate` takes 0 positional arguments, not 1"},
    }),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace allreview::understanding
