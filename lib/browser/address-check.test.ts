import { describe, expect, it } from "vitest";
import { addressAgrees, type CheckedAddress } from "./address-check";

const told: CheckedAddress = {
  id: "chk_01jd3x9v7c5q2m8n4k6t1w0z9y",
  merchantAddress: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
  depositAddress: "0x76c13e9e835f521a12bebee2e97673bee03c367b",
  addressTerms: {
    factory: "0x6248ba52ec64dd9e1194e5227176b8d4f1ff5857",
    implementation: "0x6ee502946974cae3fbf1558b75065d167c0f3d00",
    refundAuthority: "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc",
    openSweep: true,
  },
};
const stranger = "0x90f79bf6eb2c4f870365e785982e1f101e93b906";

describe("addressAgrees", () => {
  it("accepts an address that the service created, in any letter case", () => {
    expect(addressAgrees(told)).toBe(true);
    expect(addressAgrees({ ...told, depositAddress: "0x76C13E9E835F521A12BEBEE2E97673BEE03C367B" })).toBe(
      true,
    );
  });

  it.each([
    ["address", { depositAddress: stranger }],
    ["address that is missing", { depositAddress: null }],
    ["checkout", { id: "chk_01jd3x9v7c5q2m8n4k6t1w0z9z" }],
    ["merchant", { merchantAddress: stranger }],
    ["merchant that is no address", { merchantAddress: "0x1234" }],
    ["refund authority", { addressTerms: { ...told.addressTerms, refundAuthority: stranger } }],
    [
      "refund authority of zero",
      { addressTerms: { ...told.addressTerms, refundAuthority: `0x${"0".repeat(40)}` } },
    ],
    ["sweep rule", { addressTerms: { ...told.addressTerms, openSweep: false } }],
    ["factory", { addressTerms: { ...told.addressTerms, factory: stranger } }],
    ["implementation", { addressTerms: { ...told.addressTerms, implementation: stranger } }],
  ])("does not hold with another %s", (_, change) => {
    expect(addressAgrees({ ...told, ...change })).toBe(false);
  });
});
