// JUnit XML, read by an XML parser as a CI system would.

#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "boost/property_tree/ptree.hpp"
#include "boost/property_tree/xml_parser.hpp"
#include "gtest/gtest.h"
#include "services/report/render.h"
#include "services/report/testing/sample.h"

namespace allreview::report {
namespace {

using boost::property_tree::ptree;

ptree Parsed(const Assembly& assembly) {
  report::v1::DocumentRequest request;
  request.set_format(report::v1::FORMAT_JUNIT);
  const absl::StatusOr<std::string> text = Render(assembly, request);
  EXPECT_OK(text);
  std::istringstream stream(text.ok() ? *text : "");
  ptree document;
  boost::property_tree::read_xml(stream, document);  // Throws when it is no XML.
  return document.get_child("testsuites");
}

struct Counted {
  int tests = 0, failures = 0, errors = 0;
};

void CheckCounts(const ptree& element, const Counted& counted) {
  EXPECT_EQ(element.get<int>("<xmlattr>.tests"), counted.tests);
  EXPECT_EQ(element.get<int>("<xmlattr>.failures"), counted.failures);
  EXPECT_EQ(element.get<int>("<xmlattr>.errors"), counted.errors);
}

// What the schema of Jenkins' xUnit plugin wants, and that all numbers are those of the elements.
void CheckShape(const ptree& suites) {
  Counted all;
  for (const auto& [suite_name, suite] : suites) {
    if (suite_name == "<xmlattr>") continue;
    EXPECT_EQ(suite_name, "testsuite");
    EXPECT_NE(suite.get<std::string>("<xmlattr>.name"), "");
    Counted counted;
    for (const auto& [test_name, test] : suite) {
      if (test_name == "<xmlattr>") continue;
      EXPECT_EQ(test_name, "testcase");
      EXPECT_NE(test.get<std::string>("<xmlattr>.name"), "");
      EXPECT_NE(test.get<std::string>("<xmlattr>.classname"), "");
      ++counted.tests;
      for (const auto& [fault_name, fault] : test) {
        if (fault_name == "<xmlattr>") continue;
        EXPECT_TRUE(fault_name == "failure" || fault_name == "error") << fault_name;
        EXPECT_NE(fault.get<std::string>("<xmlattr>.type"), "");
        ++(fault_name == "failure" ? counted.failures : counted.errors);
      }
    }
    CheckCounts(suite, counted);
    all.tests += counted.tests;
    all.failures += counted.failures;
    all.errors += counted.errors;
  }
  CheckCounts(suites, all);
}

const ptree* FindSuite(const ptree& suites, const std::string& name) {
  for (const auto& [element, suite] : suites) {
    if (element == "testsuite" && suite.get<std::string>("<xmlattr>.name") == name) return &suite;
  }
  return nullptr;
}

TEST(Junit, FitsTheSchemaForEverySample) {
  std::vector<std::string> samples = SampleNames();
  samples.push_back("scan");
  for (const std::string& sample : samples) {
    SCOPED_TRACE(sample);
    CheckShape(Parsed(AssembleSample(sample)));
  }
}

TEST(Junit, HasAFailureForEachFindingWhateverTheBudget) {
  const ptree suites = Parsed(AssembleSample("scan"));
  EXPECT_EQ(suites.get<int>("<xmlattr>.failures"), 16);
  EXPECT_EQ(suites.get<int>("<xmlattr>.errors"), 0);
  const ptree* suite = FindSuite(suites, "core/steps/train.py");
  ASSERT_NE(suite, nullptr);
  EXPECT_EQ(suite->get<int>("<xmlattr>.failures"), 12);
  EXPECT_EQ(suite->get<int>("<xmlattr>.tests"), 13) << "the file itself was reviewed";
}

TEST(Junit, HasAnErrorForWhatWasNotReviewed) {
  const ptree suites = Parsed(AssembleSample("rich"));
  const ptree* kernel = FindSuite(suites, "csrc/fused_softmax.cu");
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(kernel->get<int>("<xmlattr>.errors"), 1);
  const ptree* whole = FindSuite(suites, "allreview");
  ASSERT_NE(whole, nullptr);
  EXPECT_EQ(whole->get<int>("<xmlattr>.errors"), 1) << "the review is incomplete";
}

TEST(Junit, EscapesWhateverTheCodeHolds) {
  Assembly assembly = AssembleSample("nitpicks");
  ASSERT_FALSE(assembly.review.findings().empty());
  const std::string hostile = "]]> </failure> & \"quoted\" \x01 \xEF\xBF\xBF 'x' <!-- \xFF";
  finding::v1::Finding& finding = *assembly.review.mutable_findings(0);
  finding.set_problem(hostile);
  finding.set_fix(absl::StrCat("line one\n", hostile));
  finding.set_shown(finding::v1::SHOWN_FULL);
  const ptree suites = Parsed(assembly);
  CheckShape(suites);
  const ptree* suite = FindSuite(suites, "tools/run.py");
  ASSERT_NE(suite, nullptr);
  EXPECT_EQ(suite->get<int>("<xmlattr>.failures"), 1);
  for (const auto& [element, test] : *suite) {
    if (element != "testcase" || test.find("failure") == test.not_found()) continue;
    const std::string message = test.get<std::string>("failure.<xmlattr>.message");
    EXPECT_TRUE(absl::StartsWith(message, "]]> </failure> & \"quoted\" ")) << message;
    EXPECT_TRUE(absl::StrContains(message, "'x' <!-- ")) << message;
  }
}

}  // namespace
}  // namespace allreview::report
