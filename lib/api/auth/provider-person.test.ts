import { expect, test } from "vitest";
import { githubPerson, googlePerson } from "./auth-route";

const mail = "Ada@shop.example";

test.each([
  [{ email: mail, email_verified: true }, "ada@shop.example"],
  [{ email: mail, email_verified: "true" }, "ada@shop.example"],
  [{ email: mail, email_verified: false }, null],
  [{ email: mail, email_verified: "false" }, null],
  [{ email: mail }, null],
  [{ email_verified: true }, null],
  [{ email: "no address", email_verified: true }, null],
  [{}, null],
])("Google's claims %o", (claims, verifiedEmail) => {
  expect(googlePerson({ sub: "1234", ...claims })).toEqual({
    provider: "google",
    subject: "1234",
    verifiedEmail,
  });
});

const [primary, verified] = [true, true];

test.each([
  [[{ email: mail, primary, verified }], "ada@shop.example"],
  [
    [
      { email: "old@shop.example", primary: false, verified },
      { email: mail, primary, verified },
    ],
    "ada@shop.example",
  ],
  [[{ email: mail, primary, verified: false }], null],
  [[{ email: mail, primary: false, verified }], null],
  [[], null],
])("GitHub's addresses %o", (emails, verifiedEmail) => {
  const profile = { id: 42, login: "ada", email: "public@shop.example", emails };
  expect(githubPerson(profile)).toEqual({ provider: "github", subject: "42", verifiedEmail });
});

test("the public address of a profile counts for nothing", () => {
  expect(githubPerson({ id: 42, email: mail }).verifiedEmail).toBeNull();
});

test.each([[undefined], [null], [{}], [{ sub: "" }], [{ sub: 7 }], [{ id: "42" }], [{ id: 0 }]])(
  "%o identifies nobody",
  (profile) => {
    expect(() => googlePerson(profile)).toThrow();
    expect(() => githubPerson(profile)).toThrow();
  },
);
