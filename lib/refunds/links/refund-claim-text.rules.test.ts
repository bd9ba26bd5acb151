import { expect, test } from "vitest";
import { oneLine } from "@/lib/platform/values/text.rules";
import { type RefundClaim, refundClaimText } from "@/lib/refunds/refund-screen.rules";

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
