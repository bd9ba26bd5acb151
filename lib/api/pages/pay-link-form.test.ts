import { expect, test } from "vitest";
import { isOfAnotherSite } from "./pay-link-form";

const judge = (headers: Record<string, string>) =>
  isOfAnotherSite(new Headers({ host: "pay.example", ...headers }));

test.each<[headers: Record<string, string>]>([
  [{ "sec-fetch-site": "cross-site" }],
  [{ "sec-fetch-site": "cross-site", origin: "null" }],
  [{ "sec-fetch-site": "same-site", origin: "https://blog.pay.example" }],
  [{ origin: "https://evil.example" }],
  [{ origin: "https://pay.example.evil.example" }],
])("a form with %j is another site's", (headers) => {
  expect(judge(headers)).toBe(true);
});

test.each<[headers: Record<string, string>]>([
  [{ "sec-fetch-site": "same-origin", origin: "null" }],
  [{ "sec-fetch-site": "none" }],
  [{ origin: "https://pay.example" }],
  [{ origin: "null" }],
  [{}],
])("a form with %j is this site's, or a program's", (headers) => {
  expect(judge(headers)).toBe(false);
});
