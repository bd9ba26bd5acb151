import { describe, expect, it, test } from "vitest";
import type { VerifyPaymentResult } from "@/lib/checkouts/checkout-input.schema";
import type { ApiAnswer } from "./api";
import { addressIn, findPayment, isWalletHash, transactionHashIn } from "./find-payment";

const safe = `0x${"11".repeat(20)}`;
const safeLink = `https://app.safe.global/transactions/tx?safe=base:${safe}&id=multisig_${safe}_0x${"cd".repeat(32)}`;

describe("transaction hash", () => {
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
});

test.each([
  [`0x${"aB".repeat(20)}`, `0x${"aB".repeat(20)}`],
  [` https://basescan.org/address/0x${"ab".repeat(20)}#tokentxns`, `0x${"ab".repeat(20)}`],
  [`0x${"ab".repeat(32)}`, null],
  [`0x${"ab".repeat(20)} 0x${"cd".repeat(20)}`, null],
  ["ab".repeat(20), null],
])("the address in %s is %s", (text, address) => {
  expect(addressIn(text)).toBe(address);
});

test.each([
  [`https://jiffyscan.xyz/userOpHash/0x${"cd".repeat(32)}?network=base`, true],
  [`https://base.blockscout.com/op/0x${"cd".repeat(32)}`, true],
  [`UserOpHash: 0x${"cd".repeat(32)}`, true],
  [`safeTxHash 0x${"cd".repeat(32)}`, true],
  [safeLink, true],
  [`https://base.blockscout.com/tx/0x${"cd".repeat(32)}`, false],
  [`https://optimistic.etherscan.io/tx/0x${"cd".repeat(32)}`, false],
])("whether %s names a wallet's own hash: %s", (text, expected) => {
  expect(isWalletHash(text)).toBe(expected);
});

it("finds the Safe's address in the link to its transaction", () => {
  expect(addressIn(safeLink)).toBe(`0x${"11".repeat(20)}`);
});

describe("find payment", () => {
  type Answer = ApiAnswer<VerifyPaymentResult>;

  const found = (
    outcome: VerifyPaymentResult["outcome"],
    status: VerifyPaymentResult["status"] = "PENDING",
  ) => ({ ok: true, data: { status, outcome, message: "" } }) satisfies Answer;

  const refused = (code: string, param?: string, retryAfterMs = 0): Answer => ({
    ok: false,
    error: { code, message: "", retryAfterMs, param },
  });

  const unknown = refused("TRANSACTION_NOT_FOUND");

  /** Looks on as many networks as there are answers, from 1 on; tells also which were asked. */
  async function look(...answers: Answer[]) {
    const asked: number[] = [];
    const chainIds = answers.map((_, index) => index + 1);
    const outcome = await findPayment(chainIds, async (chainId) => {
      asked.push(chainId);
      return answers[chainId - 1] ?? unknown;
    });
    return { outcome, asked };
  }

  describe("findPayment", () => {
    it("queries no further network once a network knows the hash", async () => {
      expect(await look(found("RECORDED", "DETECTED"), unknown)).toEqual({
        outcome: { kind: "recorded", status: "DETECTED" },
        asked: [1],
      });
    });

    it.each([
      [refused("CHAIN_MISMATCH"), { kind: "other_network", chainId: 2 }],
      [refused("NO_MATCHING_TRANSFER", "tokenAddress"), { kind: "other_token", chainId: 2 }],
      [refused("NO_MATCHING_TRANSFER"), { kind: "not_here", chainId: 2 }],
      [refused("TRANSACTION_REVERTED"), { kind: "reverted", chainId: 2 }],
      [refused("RATE_LIMIT_EXCEEDED", undefined, 7_000), { kind: "limited", retryAfterMs: 7_000 }],
    ] as const)(
      "continues while a network doesn't know the hash, and returns the next one's answer",
      async (answer, outcome) => {
        expect(await look(found("EXPECTED"), answer, unknown)).toEqual({ outcome, asked: [1, 2] });
        expect((await look(unknown, answer)).outcome).toEqual(outcome);
      },
    );

    it('returns "awaited" when one network awaits it', async () => {
      expect((await look(found("EXPECTED"), unknown)).outcome).toEqual({ kind: "expected" });
      expect((await look(unknown, found("EXPECTED"))).outcome).toEqual({ kind: "expected" });
    });

    it('returns "nowhere" only when every network answered', async () => {
      expect(await look(unknown, unknown)).toEqual({ outcome: { kind: "nowhere" }, asked: [1, 2] });
      for (const silent of [found("UNANSWERED"), refused("UNREACHABLE"), refused("INTERNAL_ERROR")]) {
        expect((await look(silent, unknown)).outcome).toEqual({ kind: "unanswered" });
        expect((await look(silent, found("EXPECTED"))).outcome).toEqual({ kind: "unanswered" });
        expect((await look(found("EXPECTED"), silent)).outcome).toEqual({ kind: "unanswered" });
      }
    });
  });
});
