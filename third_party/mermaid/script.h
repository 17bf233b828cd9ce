#ifndef THIRD_PARTY_MERMAID_SCRIPT_H_
#define THIRD_PARTY_MERMAID_SCRIPT_H_

// mermaid, the library that draws diagrams in browsers, as a constant of the program.

namespace allreview::third_party {

// Its bundle for browsers in one file, compressed by gzip, in base64. Run as a classic script it
// sets the global variable `mermaid`.
extern const char kMermaid[];

// SHA-256 of that file before compression, 64 hexadecimal digits.
extern const char kMermaidSha256[];

}  // namespace allreview::third_party

#endif  // THIRD_PARTY_MERMAID_SCRIPT_H_
