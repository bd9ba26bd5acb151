import { expect, test } from "vitest";
import { needsNoReview, type PaymentCheck } from "./payment-check";
import type { NamedPayment, WalletChoice } from "./wallet/wallet-order";

const choice = { chainId: 1, tokenAddress: "0xa", amount: "10" } as WalletChoice;
const check: PaymentCheck = { balanceUnits: 10n, tooLittle: false, lacksFeeWei: null, refused: false };
const named: NamedPayment = { chainId: 1, tokenAddress: "0xa", amount: "10", isFree: false, payer: null };
const ready = { payer: "0xc", choice, walletChainId: 1, hasRequested: false, isGasless: false, check };

type Facts = {
  named?: Partial<NamedPayment>;
  readiness?: Partial<typeof ready>;
  reported?: string;
};

test.each<[when: string, facts: Facts, needless: boolean]>([
  ["nothing is left to decide", {}, true],
  [
    "a signature pays and the fee is lacking",
    { readiness: { isGasless: true, check: { ...check, lacksFeeWei: 1n } } },
    true,
  ],
  ["the fee is lacking", { readiness: { check: { ...check, lacksFeeWei: 1n } } }, false],
  ["the balance is too low", { readiness: { check: { ...check, tooLittle: true } } }, false],
  ["the token refuses the transfer", { readiness: { check: { ...check, refused: true } } }, false],
  ["the wallet is on another network", { readiness: { walletChainId: 2 } }, false],
  [
    "another coin than the named one is suggested",
    { readiness: { choice: { ...choice, tokenAddress: "0xb" } } },
    false,
  ],
  ["the amount rose since", { named: { amount: "9" } }, false],
  ["the amount fell since", { named: { amount: "11" } }, true],
  [
    "no fee was named and a signature pays",
    { named: { isFree: true }, readiness: { isGasless: true } },
    true,
  ],
  ["no fee was named and a transfer pays", { named: { isFree: true } }, false],
  ["the account is the named one", { named: { payer: "0xc" } }, true],
  ["the account is not the named one", { named: { payer: "0xd" } }, false],
  ["a payment is reported", { reported: "0x1" }, false],
  ["a wallet was asked before", { readiness: { hasRequested: true } }, false],
])("the review is left out only if it asks for no decision: %s", (_, facts, needless) => {
  const offer = { reported: facts.reported ?? null };
  expect(needsNoReview(offer, { ...named, ...facts.named }, { ...ready, ...facts.readiness })).toBe(needless);
});

test("the review opens when the wallet's node could not be read", () => {
  expect(needsNoReview({ reported: null }, named, { ...ready, check: undefined })).toBe(false);
});
