#ifndef TESTS_FAKES_OPENID_PROVIDER_H_
#define TESTS_FAKES_OPENID_PROVIDER_H_

// An OpenID provider on a loopback socket, as strict as the specifications let it be: exact
// redirect addresses, PKCE with S256, the client's secret, codes that work once. It logs in one
// person without asking.
//
//   OpenIdProvider provider({.client_id = "allreview", .client_secret = "s"});
//   std::string back = provider.Visit(authorization_url);  // What the browser is sent back to.
//
// What it says can be made wrong, for tests of clients that must not believe it. Safe from any
// thread.

#include <memory>
#include <string>

#include "github/json.h"

namespace allreview::fakes {

struct OpenIdOptions {
  std::string client_id = "allreview";
  std::string client_secret = "client secret/1";
  // Of the person; others of an ID token are made.
  github::Json claims = {{"sub", "u-1"}, {"email", "ada@acme.example"}, {"email_verified", true}};
  github::Json userinfo = {};       // Null: the provider has no such endpoint.
  std::string algorithm = "RS256";  // Or "ES256", and what no client must take: "none", "HS256".
  bool has_basic = true;            // Takes the secret as basic authentication, else in the form.
};

class OpenIdProvider {
 public:
  explicit OpenIdProvider(OpenIdOptions options);
  ~OpenIdProvider();

  std::string issuer() const;

  // What a browser at that address is sent on to; empty: it is shown an error.
  std::string Visit(const std::string& url) const;

  // Of the following ID tokens: replaced, or removed where the value is null.
  void Override(const std::string& claim, github::Json value);
  // New keys take the place of the old ones.
  void RotateKeys();
  // The following ID tokens name this key, whatever signs them.
  void NameKey(const std::string& id);
  // Codes work any number of times, as those of careless providers.
  void AllowCodesTwice();
  // Answers 503 to everything.
  void SetBroken(bool is_broken);

  int key_requests() const;
  int document_requests() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_OPENID_PROVIDER_H_
