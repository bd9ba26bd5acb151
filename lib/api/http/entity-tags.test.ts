import { expect, test } from "vitest";
import { views } from "@/lib/api/openapi/examples/views";
import { checkoutTag, holdsTag } from "./entity-tags";

const { waiting } = views;
const tag = checkoutTag(waiting);

test("the tag is weak, and the same at another time", () => {
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(checkoutTag({ ...waiting, serverTime: waiting.createdAt })).toBe(tag);
});

test.each(Object.keys(waiting).filter((name) => name !== "serverTime"))("the tag changes with %s", (name) => {
  expect(checkoutTag({ ...waiting, [name]: "another" })).not.toBe(tag);
});

test("the tag changes once the deadline has passed", () => {
  const before = new Date(Date.parse(waiting.expiresAt) - 1).toISOString();
  expect(checkoutTag({ ...waiting, serverTime: before })).toBe(tag);
  const over = checkoutTag({ ...waiting, serverTime: waiting.expiresAt });
  expect(over).not.toBe(tag);
  expect(checkoutTag({ ...waiting, serverTime: "2100-01-01T00:00:00.000Z" })).toBe(over);
});

const strong = tag.replace("W/", "");

test.each([
  [tag, true],
  [strong, true],
  ["*", true],
  [" * ", true],
  [`"other", ${tag}`, true],
  [`"other",${strong},"third"`, true],
  [`W/"a,b" , ${tag}`, true],
  [`"", ${tag}`, true],
  ['W/"other"', false],
  [`"a${tag}"`, false],
  [`"a,${strong.slice(1)}`, false],
  [strong.replaceAll('"', ""), false],
  ["", false],
])("If-None-Match: %s holds it: %s", (held, holds) => {
  expect(holdsTag(new Headers({ "if-none-match": held }), tag)).toBe(holds);
});

test("a request without If-None-Match holds nothing", () => {
  expect(holdsTag(new Headers(), tag)).toBe(false);
});
