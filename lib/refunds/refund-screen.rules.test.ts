import { describe, expect, test } from "vitest";
import { type RefundStatus, refundStatuses } from "./refund.rules";
import {
  type RefundScreen,
  type RefundScreenFacts,
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
