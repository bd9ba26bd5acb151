import { expect, test } from "vitest";
import { personHeader } from "@/lib/accounts/browser.rules";
import { requireOwnPage, requirePagePerson } from "./page-access";

const base = "https://pay.example";

const judge = (headers: Record<string, string>) => () =>
  requireOwnPage({ headers: new Headers({ host: "pay.example", ...headers }) }, base);

test("pages of this host may", () => {
  expect(judge({ origin: base })).not.toThrow();
  expect(judge({ origin: base, "sec-fetch-site": "same-origin" })).not.toThrow();
  expect(judge({ host: "pay.internal", origin: "https://pay.internal" })).not.toThrow();
  const local = { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" };
  const demo = () => requireOwnPage({ headers: new Headers(local) }, "http://localhost:3000");
  expect(demo).not.toThrow();
});

test.each([
  [{}],
  [{ origin: "null" }],
  [{ origin: "http://pay.example" }],
  [{ host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" }],
  [{ origin: "https://evil.example" }],
  [{ origin: "https://pay.example.evil.example" }],
  [{ origin: "https://pay.example:8443" }],
  [{ origin: "https://shop.pay.example" }],
  [{ origin: base, "sec-fetch-site": "same-site" }],
  [{ origin: base, "sec-fetch-site": "cross-site" }],
  [{ "sec-fetch-site": "same-origin" }],
  [{ origin: "https://user@evil.example", host: "evil.example:1" }],
])("refuses everyone else: %o", (headers) => {
  expect(judge(headers as Record<string, string>)).toThrow("own pages");
});

test("a page acts for the person it was made for, and not for another who signed in meanwhile", () => {
  const act = (headers: Record<string, string>) => () =>
    requirePagePerson({ headers: new Headers(headers) }, { userId: "usr_grace" });
  expect(act({ [personHeader]: "usr_grace" })).not.toThrow();
  expect(act({})).not.toThrow();
  expect(act({ [personHeader]: "usr_ada" })).toThrow("Someone else is signed in now.");
  expect(act({ [personHeader]: "" })).toThrow("Someone else is signed in now.");
});
