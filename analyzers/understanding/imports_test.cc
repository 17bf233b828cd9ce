// Imports of what is not there, and attributes that modules lack.

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

class Imports : public testing::TestWithParam<Case> {};

TEST_P(Imports, FailWhereItIsCertain) {
  EXPECT_EQ(FailuresOf(GetParam().files), GetParam().failures);
}

constexpr char kMissing[] = "1: nothing to import: pkg.a.gone";
const std::pair<std::string, std::string> kUse = {"pkg/use.py", "from pkg.a import gone\n"};

INSTANTIATE_TEST_SUITE_P(
    All, Imports,
    testing::ValuesIn(std::vector<Case>{
        {"OfWhatIsNotThere", {{"pkg/a.py", "def there(): pass\n"}, kUse}, kMissing},
        {"OfWhatIsThere", {{"pkg/a.py", "def gone(): pass\n"}, kUse}, ""},
        {"Relative",
         {{"pkg/a.py", "x = 1\n"}, {"pkg/use.py", "def f():\n  from .a import gone\n"}},
         "2: nothing to import: pkg.a.gone"},
        {"OfAnotherProject", {{"pkg/b.py", ""}, kUse}, ""},
        {"OfAModule", {{"pkg/a/__init__.py", ""}, {"pkg/a/gone.py", ""}, kUse}, ""},
        {"OfAModuleThatIsBuilt", {{"pkg/a/__init__.py", ""}, kUse}, ""},
        {"OfAClassOfAPackage",
         {{"pkg/a/__init__.py", ""}, {"pkg/use.py", "from pkg.a import Gone\n"}},
         "1: nothing to import: pkg.a.Gone"},
        {"Anew", {{"pkg/a.py", "from lib import gone\n"}, kUse}, ""},
        {"OfEverything", {{"pkg/a.py", "from lib import *\n"}, kUse}, ""},
        {"Lazy", {{"pkg/a.py", "def __getattr__(name): return name\n"}, kUse}, ""},
        {"LazyByALibrary",
         {{"pkg/a.py", "from lazy import attach\n__getattr__, __all__ = attach(__name__)\n"}, kUse},
         ""},
        {"BoundUnderACondition", {{"pkg/a.py", "if f():\n  gone = 1\n"}, kUse}, ""},
        {"BoundByAFunction", {{"pkg/a.py", "def f():\n  global gone\n  gone = 1\n"}, kUse}, ""},
        {"ByGlobals", {{"pkg/a.py", "for n in f(): globals()[n] = 1\n"}, kUse}, ""},
        {"OfAReplacedModule",
         {{"pkg/a.py", "import sys\nsys.modules[__name__] = f()\n"}, kUse},
         ""},
        {"ByWhoKnowsThePathOfAModule",
         {{"pkg/a.py", ""},
          {"pkg/b.py",
           "import sys\ndef put(f, name):\n  setattr(sys.modules[f.__module__], name, f)\n"},
          kUse},
         ""},
        {"OfAModuleThatItsPackageImports",
         {{"pkg/__init__.py", "from . import a\n"},
          {"pkg/a.py", "x = 1\n"},
          {"pkg/use.py", "from pkg import a\na.gone\na.x\n"}},
         "2: no attribute `gone` in module pkg.a"},
        {"PatchedIn", {{"pkg/a.py", ""}, {"pkg/b.py", "import pkg.a\npkg.a.gone = 1\n"}, kUse}, ""},
        {"Guarded",
         {{"pkg/a.py", ""},
          {"pkg/use.py", "def f():\n  try:\n    from pkg.a import x\n  finally: pass\n"}},
         "3: nothing to import: pkg.a.x"},
        {"ForTypeCheckers",
         {{"pkg/a.py", ""},
          {"pkg/use.py",
           "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  from pkg.a import gone\n"
           "  from pkg.a import more\n"}},
         ""},
        {"ForTypeCheckersByModule",
         {{"pkg/a.py", ""},
          {"pkg/use.py",
           "import typing\nif not typing.TYPE_CHECKING:\n  pass\nelse:\n  from pkg.a import x\n"}},
         ""},
        {"AfterTypeCheckers",
         {{"pkg/a.py", ""},
          {"pkg/use.py",
           "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  import pkg\n"
           "from pkg.a import gone\n"}},
         "4: nothing to import: pkg.a.gone"},
        {"OfANeighbour",
         {{"a.py", ""}, {"tools/a.py", "gone = 1\n"}, {"tools/use.py", "from a import gone\n"}},
         ""},
        {"OfTwoModules",
         {{"a.py", ""}, {"src/a.py", "gone = 1\n"}, {"use.py", "from a import gone\n"}},
         ""},
        {"AttributeThatIsNotThere",
         {{"pkg/a.py", "x = 1\n"}, {"pkg/use.py", "import pkg.a\ndef f(): pkg.a.gone()\n"}},
         "2: no attribute `gone` in module pkg.a"},
        {"AttributeUnderAnotherName",
         {{"pkg/a.py", "x = 1\n"}, {"pkg/use.py", "from . import a as b\ndef f(): b.gone()\n"}},
         "2: no attribute `gone` in module pkg.a"},
        {"AttributeThatIsAsked",
         {{"pkg/a.py", ""},
          {"pkg/use.py", "import pkg.a\nif hasattr(pkg.a, 'gone'): pkg.a.gone()\n"}},
         ""},
        {"AttributeOfEveryModule",
         {{"pkg/a.py", ""}, {"pkg/use.py", "import pkg.a\npkg.a.__file__\n"}},
         ""},
    }),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace allreview::understanding
