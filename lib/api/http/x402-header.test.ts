import { expect, it } from "vitest";
import { toPaymentRequired } from "@/lib/signed/x402/x402.schema";
import { toHeaderText } from "@/lib/testing/signed-payment";
import { fitOffer, readPaymentHeader } from "./x402-header";

it("says that a payment header must be UTF-8 when a client encodes it as Latin-1", () => {
  const name = "payment-signature";
  const payment = { accepted: { extra: { name: "Café" } } };
  const text = Buffer.from(JSON.stringify(payment), "latin1").toString("base64");
  expect(() => readPaymentHeader({ name, text })).toThrow(/base64 of UTF-8.*Update/);
  expect(() => readPaymentHeader({ name, text: toHeaderText(payment) })).toThrow("must hold a payment");
});

it("reads a payment of 12 KiB, and none that is longer", () => {
  const ofLength = (length: number) => ({ name: "x-payment", text: "A".repeat(length) });
  expect(() => readPaymentHeader(ofLength(12_288))).toThrow("must be base64 of a JSON object");
  expect(() => readPaymentHeader(ofLength(12_289))).toThrow("must have at most 12288 characters");
});

it("keeps the headers of the largest offer short, the cheapest entries first, and names the whole offer in the body", () => {
  const offered = {
    url: `https://pay.example.com/c/chk_${"0".repeat(26)}/x402`,
    merchantName: "가".repeat(100),
    itemName: "커피".repeat(100),
    depositAddress: `0x${"1a".repeat(20)}`,
    expiresAt: new Date("2026-11-27T10:30:00Z"),
    offers: Array.from({ length: 14 }, (_, index) => ({
      kind: "EIP3009" as const,
      chainId: 8453 + index,
      tokenAddress: `0x${"2b".repeat(20)}` as const,
      amountUnits: 12_500_000n,
      domain: { name: "USD Coin", version: "2" },
    })),
  } as const;
  // About as long as a challenge.
  const challenge = (part: { offers: readonly unknown[] }) => "c".repeat(part.offers.length * 500);
  const lengths = [0, 200, 400, 600].map((resultLength) => {
    const { header, challenges } = fitOffer(offered, "settlement_pending", challenge, resultLength);
    return resultLength + header.length + (challenges?.length ?? 0);
  });
  expect(Math.max(...lengths)).toBeLessThanOrEqual(2_400);
  const { header, rest } = fitOffer(offered, "invalid_exact_evm_signature", challenge, 0);
  const { accepts } = JSON.parse(Buffer.from(header, "base64").toString());
  const all = toPaymentRequired(offered, "invalid_exact_evm_signature");
  expect(accepts.length).toBeGreaterThan(1);
  expect(accepts).toEqual(all.accepts.slice(0, accepts.length));
  expect(rest.paymentRequired).toEqual(all);
  const one = { ...offered, offers: offered.offers.slice(0, 1) };
  expect(fitOffer(one, null, challenge, 0).rest).toEqual({});
});
