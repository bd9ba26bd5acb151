import { expect, test } from "vitest";
import { readAddress } from "./screen-props";

const checksummed = "0x52908400098527886E0F7030069857D2E4169EE7";
const mixed = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

test.each([
  [checksummed, checksummed],
  [mixed, mixed],
  [mixed.toLowerCase(), mixed],
  [`0x${mixed.slice(2).toUpperCase()}`, mixed],
  [` ${mixed}\n`, mixed],
  [mixed.replace(/.{6}/g, "$& "), mixed],
])("%j is read", (typed, expected) => {
  expect(readAddress(typed)).toEqual({
    kind: "good",
    typed: typed.replaceAll(/\s/g, ""),
    checksummed: expected,
  });
});

test.each([
  ["", "badShape"],
  ["0x12", "badShape"],
  [mixed.slice(2), "badShape"],
  [`${mixed}0`, "badShape"],
  ["https://example.com/x", "badShape"],
  ["alice.eth", "badName"],
  [mixed.replace("A", "a"), "badChecksum"],
  [`0x${"ab".repeat(32)}`, "badHash"],
])("%j is refused as %s", (typed, problem) => {
  expect(readAddress(typed)).toEqual({ kind: "bad", typed, problem });
});

test("reports no error for an empty field, and truncates long input", () => {
  expect(readAddress(null)).toEqual({ kind: "none" });
  expect(readAddress("x".repeat(9_999))).toMatchObject({ kind: "bad", typed: "x".repeat(200) });
});
