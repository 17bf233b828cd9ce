#include "analyzers/diff/print_structure.h"

#include <string>

#include "analyzers/diff/unified_diff.h"
#include "gtest/gtest.h"

namespace allreview::diff {
namespace {

TEST(PrintStructure, ShowsFilesHunksAndDiagnostics) {
  constexpr char kText[] = R"(diff --git a/pkg/loss.py b/pkg/loss.py
index 1111111..2222222 100644
--- a/pkg/loss.py
+++ b/pkg/loss.py
@@ -7,2 +7,3 @@ def loss(x):
 a
-b
+c
+d
diff --git a/run.sh b/bin/run.sh
old mode 100644
new mode 100755
similarity index 100%
rename from run.sh
rename to bin/run.sh
diff --git a/tests/test_loss.py b/tests/test_loss.py
new file mode 100644
--- /dev/null
+++ b/tests/test_loss.py
@@ -0,0 +1 @@
+x = 1
\ No newline at end of file
diff --git a/cut.py b/cut.py
--- a/cut.py
+++ b/cut.py
@@ -1,9 +1,9 @@
-x = 1
)";
  EXPECT_EQ(PrintStructure(ParseUnifiedDiff(kText)),
            R"(modified "pkg/loss.py" source python +2 -1, line 1
  hunk old 7,2 new 7,3 +2 -1 "def loss(x):", line 5
renamed "run.sh" to "bin/run.sh" source shell +0 -0 mode 100644 to 100755, line 10
added "tests/test_loss.py" test python +1 -0 no-newline-after mode 0 to 100644, line 16
  hunk old 0,0 new 1,1 +1 -0, line 20
error TRUNCATED_HUNK line 26: "hunk ends 9 lines short of the 18 that its header counts"
)");
}

}  // namespace
}  // namespace allreview::diff
