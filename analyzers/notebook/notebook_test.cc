#include "analyzers/notebook/notebook.h"

#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::notebook {
namespace {

using ::testing::Eq;
using ::testing::Optional;

constexpr absl::string_view kText = R"json({
 "cells": [
  {
   "cell_type": "markdown",
   "source": [
    "# Title"
   ]
  },
  {
   "cell_type": "code",
   "outputs": [{"text": ["source"]}],
   "source": [
    "import torch\n",
    "%matplotlib inline\n",
    "for i in range(2):\n",
    "    !ls \"a\"\n",
    "names = !ls\n",
    "print(\"\u00e9\\n\")"
   ]
  },
  {
   "cell_type": "code",
   "source": [
    "%%bash\n",
    "ls"
   ]
  }
 ],
 "metadata": {"kernelspec": {"language": "python"}}
})json";

TEST(Notebook, KeepsEachLineWhereItStands) {
  EXPECT_THAT(PythonOf(kText), Optional(Eq("\n\n\n\n\n\n\n\n\n\n\n"
                                           "# In[2]\n"
                                           "import torch\n"
                                           "\n"
                                           "for i in range(2):\n"
                                           "    pass\n"
                                           "names = input()\n"
                                           "print(\"\xc3\xa9\\n\")\n"
                                           "\n\n\n\n\n\n\n\n\n\n\n")));
}

TEST(Notebook, NamesCellAndLine) {
  const std::string python = *PythonOf(kText);
  EXPECT_EQ(PlaceOf(python, 15).cell, 2);
  EXPECT_EQ(PlaceOf(python, 15).line, 3);
  EXPECT_EQ(PlaceOf(python, 3).cell, 0);
  EXPECT_EQ(PlaceOf(python, 9'999).cell, 2);
}

TEST(Notebook, RefusesWhatIsNotLineByLine) {
  for (absl::string_view text :
       {"", "x", "[]", "{}", "{\"cells\": [", "}{", "\"cells\"",
        "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"a\\nb\"}]}",
        "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"a\\n\", \"b\"]}]}"}) {
    EXPECT_EQ(PythonOf(text), std::nullopt) << text;
  }
  EXPECT_EQ(PythonOf(std::string(9'999, '[')), std::nullopt);
}

TEST(Notebook, DoesNotMindHowProseIsWritten) {
  EXPECT_THAT(PythonOf("{\"cells\": [{\"cell_type\": \"markdown\", \"source\": \"a\\nb\"},\n"
                       "{\"cell_type\": \"code\", \"source\": [\n\"x = 1\"\n]}]}"),
              Optional(Eq("\n# In[2]\nx = 1\n")));
}

TEST(Notebook, RefusesOtherLanguages) {
  EXPECT_EQ(PythonOf("{\"cells\": [\n{\"cell_type\": \"code\",\n\"source\": [\n\"a\"\n]}],\n"
                     "\"metadata\": {\"language_info\": {\"name\": \"julia\"}}}"),
            std::nullopt);
}

}  // namespace
}  // namespace allreview::notebook
