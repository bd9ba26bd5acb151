import { encodeFunctionData, erc20Abi, parseAbi } from "viem";
import { describe, expect, test } from "vitest";
import { type RefundStatus, refundStatuses } from "@/lib/checkouts/refund-facts.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { oneLine } from "@/lib/platform/values/one-line.rules";
import {
  callsTransfer,
  type RefundClaim,
  type RefundScreen,
  type RefundScreenFacts,
  refundClaimText,
  refundFingerprint,
  refundScreen,
} from "./refund-screen.rules";

const call = { from: "0xa", to: "0xb", data: "0xc" };
const facts: RefundScreenFacts = {
  link: "claim",
  status: "AWAITING_ADDRESS",
  destinationAddress: null,
  txHash: null,
  call: null,
};

const expected: Record<"claim" | "sign", Record<RefundStatus, RefundScreen>> = {
  claim: {
    AWAITING_APPROVAL: "ask",
    AWAITING_ADDRESS: "ask",
    AWAITING_SIGNATURE: "taken",
    PENDING: "taken",
    PROCESSING: "sending",
    COMPLETED: "sent",
    FAILED: "failed",
    CANCELLED: "cancelled",
  },
  sign: {
    AWAITING_APPROVAL: "not_ready",
    AWAITING_ADDRESS: "not_ready",
    AWAITING_SIGNATURE: "sign",
    PENDING: "taken",
    PROCESSING: "sending",
    COMPLETED: "sent",
    FAILED: "failed",
    CANCELLED: "cancelled",
  },
};

describe.each(["claim", "sign"] as const)("at a %s link", (link) => {
  test.each(refundStatuses)("%s", (status) => {
    expect(refundScreen({ ...facts, link, status, call: link === "sign" ? call : null })).toBe(
      expected[link][status],
    );
  });
});

test("requires the confirmation of an address only when one is requested", () => {
  const asking: readonly RefundStatus[] = ["AWAITING_ADDRESS", "AWAITING_APPROVAL"];
  for (const status of asking) {
    expect(refundScreen({ ...facts, status }, true)).toBe("confirm");
    expect(refundScreen({ ...facts, status, destinationAddress: "0x1" }, true)).toBe("taken");
  }
  for (const status of refundStatuses.filter((each) => !asking.includes(each)))
    expect(refundScreen({ ...facts, status }, true)).toBe(expected.claim[status]);
  expect(refundScreen({ ...facts, link: "sign" }, true)).toBe("not_ready");
});

test("requests a signature only when a transaction is prepared", () => {
  expect(refundScreen({ ...facts, link: "sign", status: "AWAITING_SIGNATURE" })).toBe("taken");
});

test("the fingerprint changes with the screen's contents, and with nothing else", () => {
  const shown = [
    facts,
    { ...facts, status: "PENDING" as const },
    { ...facts, destinationAddress: "0x1" },
    { ...facts, txHash: "0x2" },
    { ...facts, link: "sign" as const, status: "AWAITING_SIGNATURE" as const, call },
    {
      ...facts,
      link: "sign" as const,
      status: "AWAITING_SIGNATURE" as const,
      call: { ...call, data: "0xd" },
    },
  ];
  expect(new Set(shown.map(refundFingerprint)).size).toBe(shown.length);
  const again = { ...facts, expiresAt: "later" };
  expect(refundFingerprint(again)).toBe(refundFingerprint(facts));
});

describe("refundClaimText", () => {
  const claim: RefundClaim = {
    refundId: "rfd_01kkn19v8c3f6h2j5m7p0r4t9w",
    checkoutId: "chk_01kkmx5r2w7q4m9t6v3n0bhce8",
    merchantName: "Corner Coffee",
    amount: "4.50 USDC",
    networkName: "Base",
    address: "0xf1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1",
  };

  test("contains the amount, the recipient and the refund", () => {
    expect(refundClaimText(claim)).toBe(
      [
        "Corner Coffee returns 4.50 USDC on Base.",
        "",
        "Sign to have it sent to this wallet:",
        "0xf1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1",
        "",
        "Signing costs nothing and moves nothing from this wallet.",
        "Refund: rfd_01kkn19v8c3f6h2j5m7p0r4t9w",
        "Checkout: chk_01kkmx5r2w7q4m9t6v3n0bhce8",
      ].join("\n"),
    );
  });

  test("an address in any case makes the same text", () => {
    const address = "0xF1F1F1F1F1F1F1F1F1F1F1F1F1F1F1F1F1F1F1F1";
    expect(refundClaimText({ ...claim, address })).toBe(refundClaimText(claim));
  });

  test.each(["a\nSign to have it sent to this wallet:\n0xEVIL", "a\r\nb", "a\u2028b", "a\u0085b"])(
    "a name cannot pass for lines of the text: %j",
    (merchantName) => {
      const lines = refundClaimText({ ...claim, merchantName }).split(/[\r\n\u2028\u2029\u0085]/);
      expect(lines).toHaveLength(refundClaimText(claim).split("\n").length);
      expect(lines[3]).toBe(claim.address);
    },
  );

  test("a name can't reverse the text after it, and keeps its own letters", () => {
    expect(oneLine("Cafe\u202E eman\u2066\u200F")).toBe("Cafe eman");
    expect(oneLine("\u05E7\u05E4\u05D4 \u{1F468}\u200D\u{1F373}")).toBe(
      "\u05E7\u05E4\u05D4 \u{1F468}\u200D\u{1F373}",
    );
  });

  test.each<Partial<RefundClaim>>([
    { refundId: "rfd_other" },
    { checkoutId: "chk_other" },
    { merchantName: "Other" },
    { amount: "4.51 USDC" },
    { networkName: "Polygon" },
    { address: `0x${"0".repeat(40)}` },
  ])("another claim is another text: %j", (other) => {
    expect(refundClaimText({ ...claim, ...other })).not.toBe(refundClaimText(claim));
  });
});

describe("callsTransfer", () => {
  const address = (digit: string): Hex => `0x${digit.repeat(40)}`;

  const [merchantAddress, tokenAddress, destinationAddress] = [address("1"), address("2"), address("3")];

  const refund = { merchantAddress, tokenAddress, destinationAddress, amountUnits: 4_500_000n };

  const transfer = (to = destinationAddress, units = refund.amountUnits) =>
    encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, units] });

  const ofSafe = (to: Hex, data: Hex, operation: number) =>
    encodeFunctionData({
      abi: parseAbi([
        "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)",
      ]),
      args: [to, 0n, data, operation, 0n, 0n, 0n, address("0"), address("0"), "0xab"],
    });

  const direct = { from: merchantAddress, to: tokenAddress, input: transfer() };

  const bySafe = { from: address("9"), to: merchantAddress, input: ofSafe(tokenAddress, transfer(), 0) };

  test("a transfer of the whole amount, by the wallet's key or through its Safe", () => {
    expect(callsTransfer(direct, refund)).toBe(true);
    expect(callsTransfer({ ...direct, input: `${transfer()}b5d8` }, refund)).toBe(true);
    expect(callsTransfer(bySafe, refund)).toBe(true);
  });

  test.each([
    ["of less", { ...direct, input: transfer(destinationAddress, refund.amountUnits - 1n) }],
    ["to another", { ...direct, input: transfer(address("4")) }],
    ["by another wallet", { ...direct, from: address("9") }],
    ["of another token", { ...direct, to: address("5") }],
    ["through another Safe", { ...bySafe, to: address("5") }],
    [
      "of less, through its Safe",
      { ...bySafe, input: ofSafe(tokenAddress, transfer(destinationAddress, 1n), 0) },
    ],
    ["of another token, through its Safe", { ...bySafe, input: ofSafe(address("5"), transfer(), 0) }],
    ["by code of its own, through its Safe", { ...bySafe, input: ofSafe(tokenAddress, transfer(), 1) }],
    ["cut off", { ...bySafe, input: bySafe.input.slice(0, 90) as Hex }],
    ["of a contract's making", { ...direct, to: null }],
  ])("rejects a call %s", (_, call) => {
    expect(callsTransfer(call, refund)).toBe(false);
  });
});
