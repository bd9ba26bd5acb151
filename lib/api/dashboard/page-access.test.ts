import { expect, test } from "vitest";
import { requireOwnPage } from "./page-access";

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
