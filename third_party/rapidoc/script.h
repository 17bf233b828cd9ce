#ifndef THIRD_PARTY_RAPIDOC_SCRIPT_H_
#define THIRD_PARTY_RAPIDOC_SCRIPT_H_

// RapiDoc, the library that shows an OpenAPI description in browsers, as a constant of the program.

namespace allreview::third_party {

// Its bundle in one file, compressed by gzip, in base64. Run as a module it defines <rapi-doc>.
extern const char kRapidoc[];

// SHA-256 of that file before compression, 64 hexadecimal digits.
extern const char kRapidocSha256[];

}  // namespace allreview::third_party

#endif  // THIRD_PARTY_RAPIDOC_SCRIPT_H_
