#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_SECTIONS_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_SECTIONS_H_

// The sections of a deep dive, in their order. Each is Markdown that ends in LF, without its
// heading, and never empty: what does not apply to a change is said to, with the reason.

#include <string>

#include "services/report/documents/deep_dive/subject.h"

namespace allreview::report::deep_dive {

std::string Tldr(const Subject& subject);                 // 1
std::string BeforeAndAfter(const Subject& subject);       // 2.1
std::string ScopeTable(const Subject& subject);           // 2.2
std::string ProblemBackground(const Subject& subject);    // 3.1
std::string SolutionApproach(const Subject& subject);     // 3.2
std::string KeyDesignPoints(const Subject& subject);      // 3.3
std::string EntryPoint(const Subject& subject);           // 4.1
std::string CallChain(const Subject& subject);            // 4.2
std::string DataFlowSection(const Subject& subject);      // 4.3
std::string Walkthrough(const Subject& subject);          // 4.4
std::string ModuleRelationships(const Subject& subject);  // 5
std::string Risks(const Subject& subject);                // 6
std::string FileChanges(const Subject& subject);          // 7.1
std::string FunctionIndex(const Subject& subject);        // 7.2
std::string RelatedCode(const Subject& subject);          // 7.3

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_SECTIONS_H_
