import { expect, test } from "vitest";
import { missingOauthSettings } from "./oauth-settings";

test("a provider needs both of its settings, or none", () => {
  expect(missingOauthSettings({})).toEqual([]);
  expect(missingOauthSettings({ GOOGLE_CLIENT_ID: "", GOOGLE_CLIENT_SECRET: "" })).toEqual([]);
  expect(missingOauthSettings({ GITHUB_CLIENT_ID: "a", GITHUB_CLIENT_SECRET: "b" })).toEqual([]);
  expect(missingOauthSettings({ GITHUB_CLIENT_ID: "a", GOOGLE_CLIENT_SECRET: "b" })).toEqual([
    "GOOGLE_CLIENT_ID is missing: GOOGLE_CLIENT_SECRET is set",
    "GITHUB_CLIENT_SECRET is missing: GITHUB_CLIENT_ID is set",
  ]);
});
