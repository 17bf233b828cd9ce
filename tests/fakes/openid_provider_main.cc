// The OpenID provider as a program, for tests of whole servers. Prints its issuer, and logs in one
// person without asking until it is killed.
//
//   openid_provider ada@acme.example trainers,data

#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "tests/fakes/openid_provider.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: openid_provider EMAIL GROUPS\n");
    return 2;
  }
  const std::vector<std::string> groups = absl::StrSplit(argv[2], ',', absl::SkipEmpty());
  allreview::fakes::OpenIdProvider provider({.claims = {{"sub", "u-1"},
                                                        {"email", std::string(argv[1])},
                                                        {"email_verified", true},
                                                        {"groups", groups}}});
  std::printf("%s\n", provider.issuer().c_str());
  std::fflush(stdout);
  while (true) pause();
}
