import type { CheckoutDetails, Refund } from "../../../packages/client/src/generated/types";

const usdc = { symbol: "USDC", name: "USD Coin", decimals: 6, iconUrl: "" };
const base = {
  name: "Base",
  blockExplorerUrl: "",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
};

/** A checkout over 10.00 USDC on Base that waits for its payment. */
export function buildCheckout(changes: Partial<CheckoutDetails> = {}): CheckoutDetails {
  return {
    id: "chk_01kkn2c6y8r3t5w9q1m4v7x0zb",
    status: "PENDING",
    chainId: 8453,
    amount: "10000000",
    fiatAmount: "10.00",
    fiatCurrency: "USD",
    exchangeRateUsed: "1",
    paymentTxHash: null,
    totalPaid: "0",
    paidAmount: "0",
    acceptedAmount: null,
    replaces: null,
    replacedBy: null,
    isPaid: false,
    exchangeRateAt: null,
    exchangeRateProviders: [],
    createdAt: "2026-11-20T10:00:00.000Z",
    expiresAt: "2026-11-20T10:30:00.000Z",
    paidAt: null,
    merchantName: "Corner Coffee",
    merchantLogoUrl: null,
    token: usdc,
    network: base,
    createdVia: "server_key",
    requestedChainId: null,
    tokenAddress: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    depositAddress: `0x${"d1".repeat(20)}`,
    merchantAddress: `0x${"a1".repeat(20)}`,
    itemName: null,
    itemDescription: null,
    referenceId: null,
    metadata: {},
    taxes: {},
    successUrl: null,
    cancelUrl: null,
    refundedAmount: "0",
    overpayment: null,
    checkoutUrl: "https://pay.example.com/c/chk_01kkn2c6y8r3t5w9q1m4v7x0zb",
    x402Url: "https://pay.example.com/c/chk_01kkn2c6y8r3t5w9q1m4v7x0zb/x402",
    transfers: [],
    transferCount: 0,
    nativeBalances: [],
    timeline: [],
    ...changes,
  };
}

export function buildRefund(changes: Partial<Refund> = {}): Refund {
  return {
    id: "rfd_01kkn2c6y8r3t5w9q1m4v7x0zb",
    checkoutId: "chk_01kkn2c6y8r3t5w9q1m4v7x0zb",
    amount: "4000000",
    chainId: 8453,
    tokenAddress: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    reason: null,
    refundType: "OTHER",
    status: "PENDING",
    destinationAddress: null,
    txHash: null,
    failureCode: null,
    claimUrl: null,
    transaction: null,
    createdAt: "2026-11-20T10:00:00.000Z",
    completedAt: null,
    ...changes,
  };
}
