import { describe, expect, test } from "vitest";
import { isMailAddress } from "./mail-kinds.rules";

describe("an address of a mailbox", () => {
  test.each(["ada@example.com", "a.b+shop@sub.example.co", "o'neil@example.com", "x@xn--bcher-kva.example"])(
    "%s is one",
    (text) => {
      expect(isMailAddress(text)).toBe(true);
    },
  );

  test.each([
    "",
    "ada",
    "ada@localhost",
    "ada@example.com\r\nBcc: all@example.com",
    "ada@example.com\n",
    "ada@example.com,eve@example.com",
    "ada@example.com eve@example.com",
    "Ada <ada@example.com>",
    '"a b"@example.com',
    "ada@-example.com",
    "ada@exa\0mple.com",
    "ädä@example.com",
    `${"a".repeat(65)}@example.com`,
    `ada@${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.com`,
  ])("%j is none", (text) => {
    expect(isMailAddress(text)).toBe(false);
  });
});
