import { describe, expect, it } from "vitest";
import { refundStatuses } from "./refund-facts.rules";
import { isGoingBack, refundProgress } from "./refund-progress.rules";

const txHash = "0xabc";

const states = [
  ["above the daily limit", "AWAITING_APPROVAL", null, "requested", "approval"],
  ["by claim link, without an address", "AWAITING_ADDRESS", null, "agreed", "address"],
  ["with an address, for the merchant's wallet", "AWAITING_SIGNATURE", null, "agreed", "signature"],
  ["sent by wallet, then orphaned by a reorganisation", "AWAITING_SIGNATURE", txHash, "sent", "orphaned"],
  ["with an address, for the service", "PENDING", null, "agreed", "service"],
  ["whose transaction failed, for the service again", "PENDING", txHash, "agreed", "service"],
  ["signed by the service, in no block yet", "PROCESSING", null, "sent", "network"],
  ["seen in a block that isn't final", "PROCESSING", txHash, "sent", "network"],
  ["final", "COMPLETED", txHash, "arrived", null],
  ["refused by the token", "FAILED", null, "failed", null],
  ["cancelled", "CANCELLED", null, "cancelled", null],
  ["cancelled after a reorganisation", "CANCELLED", txHash, "cancelled", null],
] as const;

describe("a refund", () => {
  it.each(states)("%s", (_, status, hash, step, waitsFor) => {
    expect(refundProgress({ status, txHash: hash })).toEqual({ step, waitsFor });
  });

  it("has a word in every status", () => {
    expect(new Set(states.map(([, status]) => status))).toEqual(new Set(refundStatuses));
  });
});

const of = (status: (typeof refundStatuses)[number]) => refundProgress({ status, txHash: null });

it("counts neither a failed nor a cancelled refund as money going back", () => {
  expect(refundStatuses.filter((status) => !isGoingBack(of(status).step))).toEqual(["FAILED", "CANCELLED"]);
});
