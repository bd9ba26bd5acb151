import { expect, test } from "vitest";
import { needsNoReview, type PaymentCheck } from "./payment-check";
import type { WalletOffer, WalletOrder } from "./wallet/wallet-order";

const order = { chainId: 1, tokenAddress: "0xa", amount: "10" } as WalletOrder;
const check: PaymentCheck = { balanceUnits: 10n, tooLittle: false, lacksFeeWei: null, refused: false };
const offer: WalletOffer = { checkoutId: "chk_1", order, choices: [], reported: null };
const ready = { choice: order, walletChainId: 1, hasRequested: false, isGasless: false, check };

test.each<[when: string, offer: Partial<WalletOffer>, readiness: Partial<typeof ready>, needless: boolean]>([
  ["nothing is left to decide", {}, {}, true],
  [
    "a signature pays and the fee is lacking",
    {},
    { isGasless: true, check: { ...check, lacksFeeWei: 1n } },
    true,
  ],
  ["the fee is lacking", {}, { check: { ...check, lacksFeeWei: 1n } }, false],
  ["the balance is too low", {}, { check: { ...check, tooLittle: true } }, false],
  ["the token refuses the transfer", {}, { check: { ...check, refused: true } }, false],
  ["the wallet is on another network", {}, { walletChainId: 2 }, false],
  [
    "another coin than the selected one is suggested",
    {},
    { choice: { ...order, tokenAddress: "0xb" } },
    false,
  ],
  ["no coin is selected", { order: null }, {}, false],
  ["a payment is reported", { reported: "0x1" }, {}, false],
  ["a wallet was asked before", {}, { hasRequested: true }, false],
])("the review is left out only if it asks for no decision: %s", (_, offered, readiness, needless) => {
  expect(needsNoReview({ ...offer, ...offered }, { ...ready, ...readiness })).toBe(needless);
});

test("the review opens when the wallet's node could not be read", () => {
  expect(needsNoReview(offer, { ...ready, check: undefined })).toBe(false);
});
