#include "gateway/access/login/jose.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::access {
namespace {

using ::testing::HasSubstr;

// The keys and tokens of RFC 7515, A.2 and A.3.
constexpr char kRsaKey[] =
    R"({"kty":"RSA","e":"AQAB","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"})";
constexpr char kEcKey[] =
    R"({"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"})";
constexpr char kClaims[] =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlf"
    "Q";
constexpr char kRsaSignature[] =
    "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_"
    "O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_"
    "nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-"
    "eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igc"
    "N_IoypGlUPQGe77Rw";
constexpr char kEcSignature[] =
    "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q";

std::string RsaToken() {
  return absl::StrCat("eyJhbGciOiJSUzI1NiJ9.", kClaims, ".", kRsaSignature);
}
std::string EcToken() { return absl::StrCat("eyJhbGciOiJFUzI1NiJ9.", kClaims, ".", kEcSignature); }

absl::Status Verify(const std::string& keys, const std::string& text) {
  const auto set = KeySet::Parse(absl::StrCat("{\"keys\": [", keys, "]}"));
  if (!set.ok()) return set.status();
  const auto token = SignedToken::Parse(text);
  return token.ok() ? set->Verify(*token) : token.status();
}

TEST(SignedToken, OfTheSpecificationVerifies) {
  EXPECT_OK(Verify(kRsaKey, RsaToken()));
  EXPECT_OK(Verify(kEcKey, EcToken()));
  EXPECT_OK(Verify(absl::StrCat(kRsaKey, ",", kEcKey), EcToken()));
  ASSERT_OK_AND_ASSIGN(const SignedToken token, SignedToken::Parse(RsaToken()));
  EXPECT_EQ(token.claims["iss"], "joe");
}

TEST(SignedToken, ThatWasChangedIsRefused) {
  for (const std::string& token : {RsaToken(), EcToken()}) {
    for (const size_t at : {size_t{25}, token.size() - 40, token.size() - 3}) {
      std::string changed = token;
      changed[at] = changed[at] == 'A' ? 'B' : 'A';
      EXPECT_FALSE(Verify(absl::StrCat(kRsaKey, ",", kEcKey), changed).ok()) << at << changed;
    }
  }
  EXPECT_THAT(Verify(kRsaKey, absl::StrCat("eyJhbGciOiJSUzI1NiJ9.", kClaims, ".")),
              StatusIs(absl::StatusCode::kUnauthenticated, "the signature of the token is wrong"));
  EXPECT_THAT(Verify(kEcKey, absl::StrCat("eyJhbGciOiJFUzI1NiJ9.", kClaims, ".AAAA")),
              StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("another length")));
  // r = s = 0, which a careless verifier takes.
  EXPECT_FALSE(Verify(kEcKey, absl::StrCat("eyJhbGciOiJFUzI1NiJ9.", kClaims, ".",
                                           EncodeBase64Url(std::string(64, '\0'))))
                   .ok());
}

TEST(SignedToken, ChoosesNoAlgorithmOfItsOwn) {
  for (const char* header : {R"({"alg":"none"})", R"({"alg":"HS256"})", R"({"alg":"NONE"})", "{}",
                             R"({"alg":"RS512"})", R"({"alg":7})"}) {
    const std::string token =
        absl::StrCat(EncodeBase64Url(header), ".", kClaims, ".", kRsaSignature);
    EXPECT_THAT(Verify(kRsaKey, token),
                StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("wanted RS256 or ES256")))
        << header;
  }
  EXPECT_THAT(Verify(kRsaKey, EcToken()),
              StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("names no key")));
}

TEST(SignedToken, IsOfThreePartsOfJson) {
  for (const std::string& text :
       {std::string(""), std::string("a.b"), std::string("a.b.c.d"), std::string("!.e30.AA"),
        std::string("e30.W10.AA"), std::string("e30.e30=.AA"), std::string("e30.e30.A A"),
        std::string(kMaxTokenBytes + 1, '.')}) {
    EXPECT_THAT(SignedToken::Parse(text), StatusIs(absl::StatusCode::kInvalidArgument, testing::_))
        << text.substr(0, 40);
  }
  EXPECT_THAT(SignedToken::Parse(EncodeBase64Url(R"({"alg":"RS256","crit":["b64"]})") + ".e30.AA"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("extensions")));
}

TEST(KeySet, IsFoundByNameAndKind) {
  std::string named = kRsaKey;
  named.insert(1, "\"kid\":\"a\",");
  const std::string claims_of_a =
      absl::StrCat(EncodeBase64Url(R"({"alg":"RS256","kid":"b"})"), ".", kClaims, ".AAAA");
  EXPECT_THAT(Verify(named, claims_of_a),
              StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("not among the provider's")));
  // Which of two is meant is not said.
  EXPECT_FALSE(Verify(absl::StrCat(named, ",", kRsaKey), RsaToken()).ok());
}

TEST(KeySet, LeavesOutWhatIsNoKeyForSignatures) {
  const auto parse = [](const std::string& key) {
    return KeySet::Parse(absl::StrCat("{\"keys\": [", key, "]}")).status();
  };
  std::string encryption = kRsaKey;
  encryption.insert(1, "\"use\":\"enc\",");
  EXPECT_THAT(parse(encryption),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("it is not for signatures")));
  EXPECT_THAT(parse(R"({"kty":"oct","k":"c2VjcmV0"})"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("wanted RSA or EC")));
  EXPECT_THAT(parse(R"({"kty":"RSA","e":"AQAB","n":"AQAB"})"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("it has 17 bits")));
  EXPECT_THAT(parse(R"({"kty":"EC","crv":"P-384","x":"AA","y":"AA"})"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("P-256")));
  // No point of the curve.
  const std::string ones = EncodeBase64Url(std::string(32, '\1'));
  EXPECT_THAT(
      parse(absl::StrCat(R"({"kty":"EC","crv":"P-256","x":")", ones, R"(","y":")", ones, "\"}")),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no key")));
  EXPECT_THAT(parse(""), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("it is empty")));
  EXPECT_THAT(KeySet::Parse("{}"), StatusIs(absl::StatusCode::kInvalidArgument, testing::_));
  EXPECT_OK(parse(absl::StrCat(encryption, ",", kEcKey)));
}

}  // namespace
}  // namespace allreview::access
