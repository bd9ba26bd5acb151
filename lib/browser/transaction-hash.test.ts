import { describe, expect, it } from "vitest";
import { transactionHashIn } from "./transaction-hash";

const hash = `0x${"ab".repeat(32)}`;

describe("transactionHashIn", () => {
  it.each([
    ["the hash itself", hash],
    ["with blanks around it", `  ${hash}\n`],
    ["in capitals", `0x${"AB".repeat(32)}`],
    ["without 0x, as some exchanges show it", "ab".repeat(32)],
    ["in an explorer's address", `https://basescan.org/tx/${hash}`],
    ["in an address with more behind it", `https://polygonscan.com/tx/${hash}#eventlog`],
    ["in a query", `https://explorer.example/?tx=${hash}&lang=en`],
    ["in an exchange's message", `Withdrawal done. TxID: ${hash}.`],
    ["twice the same", `${hash} (https://arbiscan.io/tx/${hash})`],
  ])("finds %s", (_, text) => {
    expect(transactionHashIn(text)).toBe(hash);
  });

  it.each([
    ["nothing", ""],
    ["words", "not a hash"],
    ["a digit short", hash.slice(0, -1)],
    ["a digit long", `${hash}a`],
    ["an address", `0x${"ab".repeat(20)}`],
    ["two of them", `${hash} 0x${"cd".repeat(32)}`],
  ])("finds none in %s", (_, text) => {
    expect(transactionHashIn(text)).toBeNull();
  });
});
