import { expect, test } from "vitest";
import { later, noon } from "@/lib/testing/builders";
import { isOnItsWay, mayPay } from "./reported-payment.rules";

test.each([
  [0, true],
  [59_999, true],
  [60_000, false],
  [600_000, false],
])("a payment seen %s ms ago is on its way: %s", (ms, onItsWay) => {
  expect(isOnItsWay({ seenAt: noon }, later(ms))).toBe(onItsWay);
});

const deposit = `0x${"d1".repeat(20)}` as const;
const token = `0x${"aa".repeat(20)}` as const;
const transfer = `a9059cbb${"0".repeat(24)}${deposit.slice(2)}${"1".padStart(64, "0")}`;

test.each([
  ["a transfer to the address", token, `0x${transfer}`, true],
  [
    "a bundle with such a transfer inside",
    token,
    `0x1fad948c${"00".repeat(68)}${transfer}${"00".repeat(28)}`,
    true,
  ],
  ["a call of the address", deposit, "0x", true],
  ["a creation of a contract that pays the address", null, `0x6080${transfer}`, true],
  ["a transfer to another address", token, `0x${transfer.replaceAll("d1", "d2")}`, false],
  ["a payment of coin to another address", token, "0x", false],
] as const)("without a block, %s may pay: %4$s", (_, to, input, expected) => {
  expect(mayPay({ to, input }, deposit)).toBe(expected);
});
