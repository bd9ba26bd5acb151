import { describe, expect, test } from "vitest";
import { buildChain, usdc } from "@/lib/testing/builders";
import { describeAmount, describeTime, hostOf, inert } from "./letter-text";
import { isMailAddress } from "./mail-kinds.rules";

describe("inert", () => {
  test.each([
    ["Coffee & Söhne 株式会社", "Coffee & Söhne 株式会社"],
    ["Shop\r\nBcc: everyone@evil.example", "Shop Bcc: everyone@evil[.]example"],
    ["a\u0000b\u001b[31mc\u2028d\u0085e", "a b [31mc d e"],
    ["\u202egnp.exe\u200b", "gnp[.]exe"],
    ["pay http://evil.example/now", "pay http[:]//evil[.]example/now"],
    ["http://10.0.0.1/", "http[:]//10[.]0[.]0[.]1/"],
    ["evil。example and evil．example", "evil[.]example and evil[.]example"],
    ["Dr. Who, no. 5.", "Dr. Who, no. 5."],
    ["broken \ud800 half", "broken half"],
    ["   ", ""],
  ])("%j reads %j", (text, expected) => {
    expect(inert(text)).toBe(expected);
  });

  test("truncates long text between characters", () => {
    expect(inert("😀".repeat(100), 5)).toBe("😀😀😀😀…");
    expect(inert("12345", 5)).toBe("12345");
  });
});

test("shows only the host of an endpoint's URL", () => {
  expect(hostOf("https://hooks.shop.example/in/secret-token?key=1")).toBe("hooks[.]shop[.]example");
  expect(hostOf("nonsense")).toBeNull();
});

test("shows amounts in tokens, with the network's name", () => {
  const chains = [buildChain()];
  expect(describeAmount(null, chains, 31337, usdc, 4_500_000n)).toBe("4.50 USDC on Local");
  expect(describeAmount(null, chains, 31337, usdc, 1n)).toBe("0.000001 USDC on Local");
  expect(describeAmount(null, chains, 31337, `0x${"1".repeat(40)}`, 7n)).toBe(
    `7 units of coin 0x${"1".repeat(40)} on Local`,
  );
  expect(describeAmount(null, chains, 10, usdc, 7n)).toBe(`7 units of coin ${usdc} on chain 10`);
});

test("shows times to the minute, in the project's zone or in UTC", () => {
  const at = new Date("2026-03-02T20:05:59.999Z");
  expect(describeTime(at)).toBe("2026-03-02 20:05 UTC");
  expect(describeTime(at, null)).toBe("2026-03-02 20:05 UTC");
  expect(describeTime(at, "Asia/Seoul")).toBe("2026-03-03 05:05 GMT+9");
  expect(describeTime(at, "America/St_Johns")).toBe("2026-03-02 16:35 GMT-3:30");
});

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
