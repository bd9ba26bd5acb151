import { expect, test } from "vitest";
import { isQuoted, ownServer, settingText } from "./environment.mjs";

test.each([
  ["3000", "3000", false],
  ["'3000'", "3000", true],
  ['"3000"', "3000", true],
  [" '[{\"a\":1}]'\r", '[{"a":1}]', true],
  ["''", "", true],
  ["\"'kept'\"", "'kept'", true],
  ["' a '", " a ", true],
  [" a \r", "a", false],
  ['["a"]', '["a"]', false],
  ["\"a'", "\"a'", false],
  ["'", "'", false],
  ["'a\nb'", "a\nb", true],
])("the setting %j is read as %j", (value, text, quoted) => {
  expect(settingText("CHAINS", value)).toBe(text);
  expect(isQuoted(value)).toBe(quoted);
});

test("a password keeps the spaces at its ends", () => {
  expect(settingText("OPERATOR_KEYSTORE_PASSWORD", " a b \r")).toBe(" a b ");
});

test.each([
  [{}, "127.0.0.1", 3000],
  [{ HOST: "", PORT: "" }, "127.0.0.1", 3000],
  [{ HOST: "'0.0.0.0'", PORT: '"8080"' }, "127.0.0.1", 8080],
  [{ HOST: "::" }, "::1", 3000],
  [{ HOST: "::1" }, "::1", 3000],
  [{ HOST: "10.8.0.1" }, "10.8.0.1", 3000],
  [{ HOST: "fe80::1%wg0" }, "fe80::1%wg0", 3000],
  [{ HOST: "checkout.internal" }, "checkout.internal", 3000],
])("a server with %j is queried at %s", (variables, host, port) => {
  expect(ownServer(variables)).toEqual({ host, port });
});
