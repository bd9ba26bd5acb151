import { expect, test } from "vitest";
import type { LiveMessages } from "@/components/checkout/messages/catalogue";
import en from "@/components/checkout/messages/en.json";
import { SignedPaymentRefused } from "@/lib/browser/wallet/gasless-payment";
import { gaslessProblem, stopsTransfers } from "./problem-text";

const t = en.wallet as LiveMessages;

const values = { wallet: "MetaMask", amount: "4.50", token: "USDC", network: "Base" };

test.each(["WALLET_BLOCKED", "TRANSFERS_STOPPED"])(
  "doesn't offer an ordinary transfer to a payer blocked by the issuer (%s)",
  (code) => {
    const refused = new SignedPaymentRefused(code);
    expect(gaslessProblem(refused, values, t)).toMatch(/^The issuer of USDC /);
    expect(gaslessProblem(refused, values, t)).not.toContain("network fee");
    expect(stopsTransfers(refused)).toBe(true);
  },
);

test("any other refusal leaves the ordinary transfer", () => {
  expect(stopsTransfers(new SignedPaymentRefused("GASLESS_UNAVAILABLE"))).toBe(false);
  expect(stopsTransfers(new Error("the wallet closed"))).toBe(false);
});
