import { expect, test } from "vitest";
import { featureCheck } from "./newer-features";

const check = featureCheck({ safari: "16.4", chrome: "111", firefox: "121" });

test.each([
  ["AbortSignal.any([a, b])", "AbortSignal.any"],
  ["globalThis.AbortSignal.any([a])", "AbortSignal.any"],
  ["if (URL.canParse(text)) go()", "URL.canParse"],
  ["requestIdleCallback(work)", "Window.requestIdleCallback"],
  ["new URLPattern(path)", "URLPattern"],
  ["element.checkVisibility()", "….checkVisibility()"],
  ["text.match(/(?<!a)b/)", "look-behind"],
])("finds what the oldest browsers lack in %s", (script, name) => {
  expect(check(script)).toEqual([name]);
});

test.each([
  "AbortSignal.timeout(1)",
  "[2, 1].toSorted().at(-1)",
  "'any' in AbortSignal && AbortSignal.any([a])",
  "if (typeof URLPattern === 'function') new URLPattern(path)",
  "URL.canParse?.(text)",
  "const URLPattern = own; new URLPattern(path)",
  "own.canParse = 1; /(?<name>a)/.test(text)",
])("allows %s", (script) => {
  expect(check(script)).toEqual([]);
});
