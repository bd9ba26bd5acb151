import { expect, test } from "vitest";
import { knownChains } from "@/lib/chain/chain-defaults.rules";
import type { Checkout, CheckoutDetails, RecordedTransfer } from "@/lib/checkouts/checkout.rules";
import { buildCheckout, later, noon } from "@/lib/testing/builders";
import {
  checkoutDetails,
  checkoutResource,
  toDetailsResource,
  toPublishedResource,
  toResource,
} from "./checkout.schema";
import type { ViewContext } from "./shared-fields.schema";

const usdcOnBase = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";

const context: ViewContext = {
  merchantName: "Coffee shop",
  logoDigest: "ab",
  chains: knownChains,
  checkoutPageUrl: "https://pay.example",
  isPayableByX402: () => true,
};
const show = (checkout: Checkout) => toResource(checkout, context);

const full = buildCheckout({
  projectId: "prj_1",
  status: "SETTLED",
  chainId: 8453,
  tokenAddress: usdcOnBase,
  amountUnits: 2n ** 256n - 1n,
  depositAddress: "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
  merchantAddress: "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359",
  itemDescription: "Flat white",
  metadata: { table: "7" },
  successUrl: "https://shop.example/thanks",
  cancelUrl: "https://shop.example/back",
  totalPaidUnits: 2n ** 257n,
  paidUnits: 2n ** 256n,
  refundedUnits: 3n,
  paymentTxHash: `0x${"ab".repeat(32)}`,
  paidAt: later(60_000),
});

test("has all fields, addresses in EIP-55 and amounts as exact text", () => {
  const resource = show(full);
  expect(checkoutResource.strict().parse(resource)).toEqual(resource);
  expect(resource).toMatchObject({
    id: full.id,
    status: "SETTLED",
    isPaid: true,
    createdVia: "server_key",
    tokenAddress: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    depositAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    merchantAddress: "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    amount: (2n ** 256n - 1n).toString(),
    totalPaid: (2n ** 257n).toString(),
    paidAmount: (2n ** 256n).toString(),
    refundedAmount: "3",
    createdAt: noon.toISOString(),
    exchangeRateAt: noon.toISOString(),
    exchangeRateProviders: ["fixed"],
    paidAt: later(60_000).toISOString(),
    metadata: { table: "7" },
    checkoutUrl: `https://pay.example/c/${full.id}`,
    merchantName: "Coffee shop",
    merchantLogoUrl: "https://pay.example/logos/ab",
    token: { symbol: "USDC", name: "USD Coin", decimals: 6, iconUrl: "https://pay.example/tokens/usdc.svg" },
    network: { name: "Base", blockExplorerUrl: "https://basescan.org" },
  });
  expect(JSON.parse(JSON.stringify(resource))).toEqual(resource);
});

test("has every field while nothing is known, as null", () => {
  const nothing = {
    chainId: null,
    tokenAddress: null,
    amountUnits: null,
    paymentTxHash: null,
    paidAt: null,
    exchangeRateUsed: null,
    exchangeRateAt: null,
    fiatAmount: null,
    fiatCurrency: null,
    itemName: null,
    itemDescription: null,
    referenceId: null,
    successUrl: null,
    cancelUrl: null,
  };
  const resource = show({ ...full, status: "PENDING", ...nothing });
  expect(checkoutResource.strict().parse(resource)).toEqual(resource);
  const { amountUnits: amount, ...same } = nothing;
  const derived = { depositAddress: null, token: null, network: null, isPaid: false };
  expect(resource).toMatchObject({ ...same, ...derived, amount, metadata: {} });
});

test("a chain without a token restricts the choice, and is returned with the token (spec §4.1)", () => {
  const narrowed = { ...full, chainId: null, tokenAddress: null, fixedChainId: 8453 };
  const { chainId, requestedChainId, tokenAddress, network } = show(narrowed);
  expect([chainId, tokenAddress, network]).toEqual([null, null, null]);
  expect(requestedChainId).toBe(8453);
  expect(show({ ...narrowed, fixedChainId: null }).requestedChainId).toBeNull();
});

test("an unlisted token has only its address", () => {
  for (const chains of [[], knownChains.map((chain) => ({ ...chain, tokens: [] }))]) {
    const { tokenAddress, chainId, token, network } = toResource(full, { ...context, chains });
    expect({ tokenAddress, chainId, token, network }).toEqual({
      tokenAddress: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      chainId: 8453,
      token: null,
      network: null,
    });
  }
});

test("an amount priced without a token has the amount and no deposit address", () => {
  const resource = show({ ...full, chainId: null, tokenAddress: null, amountUnits: 7n });
  expect(resource).toMatchObject({ amount: "7", depositAddress: null });
});

test("keeps to itself how the deposit is secured and counted", () => {
  const shown = Object.keys(show(full));
  for (const field of ["projectId", "refundAuthority", "openSweep", "watchUntil", "eventSequence"])
    expect(shown).not.toContain(field);
});

test("for a published API key omits the shop's private fields only", () => {
  const paid = { ...full, createdVia: "api_key", referenceId: "order-1" } as const;
  const published = (checkout: Checkout, askedReference?: string) =>
    toPublishedResource(show(checkout), askedReference);
  expect(published(paid)).toEqual({ ...show(paid), metadata: {}, referenceId: null });
  expect(published(paid, "order-1").referenceId).toBe("order-1");
  expect(published(paid, "order-2").referenceId).toBeNull();
  expect(published({ ...paid, referenceId: null }).referenceId).toBeNull();
  expect(published({ ...paid, status: "DETECTED" }).successUrl).toBeNull();
});

const transfer: RecordedTransfer = {
  id: "pay_01kkmxa4t7e2h5m8q1s3v6y9zc",
  chainId: 8453,
  tokenAddress: usdcOnBase,
  amountUnits: 2n ** 256n - 1n,
  fromAddress: "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
  txHash: `0x${"ab".repeat(32)}`,
  blockNumber: 43_299_985n,
  blockTimestamp: later(10_000),
  status: "final",
  counts: true,
};

const details: CheckoutDetails = {
  checkout: full,
  transfers: [transfer, { ...transfer, chainId: 137, status: "reverted", counts: false }],
  transferCount: 1_002,
  nativeBalances: [{ chainId: 137, amountWei: 10n ** 30n, blockNumber: 7n, seenAt: later(20_000) }],
  timeline: [
    {
      kind: "transfer.received",
      details: { tokenAddress: usdcOnBase, amount: "5", count: 1, txHash: transfer.txHash, counts: false },
      at: later(11_000),
    },
    {
      kind: "checkout.settled",
      details: { from: "PAID", to: "SETTLED", eventId: "evt_2" },
      at: later(12_000),
    },
    { kind: "checkout.settled", details: { eventId: "evt_1" }, at: noon },
    { kind: "checkout.created", details: null, at: noon },
  ],
};

test("details have the checkout and each of its records", () => {
  const resource = toDetailsResource(details, context);
  expect(checkoutDetails.strict().parse(resource)).toEqual(resource);
  expect(JSON.parse(JSON.stringify(resource))).toEqual(resource);
  expect(resource).toEqual({
    ...show(full),
    transfers: [
      {
        id: transfer.id,
        chainId: 8453,
        tokenAddress: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
        symbol: "USDC",
        amount: (2n ** 256n - 1n).toString(),
        from: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        txHash: transfer.txHash,
        blockNumber: 43_299_985,
        blockTime: later(10_000).toISOString(),
        status: "final",
        counts: true,
      },
      expect.objectContaining({ chainId: 137, symbol: null, status: "reverted", counts: false }),
    ],
    transferCount: 1_002,
    nativeBalances: [
      {
        chainId: 137,
        amountWei: (10n ** 30n).toString(),
        blockNumber: 7,
        seenAt: later(20_000).toISOString(),
      },
    ],
    timeline: [
      {
        kind: "transfer.received",
        details: {
          tokenAddress: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
          amount: "5",
          count: 1,
          txHash: transfer.txHash,
          counts: false,
        },
        at: later(11_000).toISOString(),
      },
      {
        kind: "checkout.settled",
        details: { from: "PAID", to: "SETTLED" },
        at: later(12_000).toISOString(),
      },
      { kind: "checkout.settled", details: null, at: noon.toISOString() },
      { kind: "checkout.created", details: null, at: noon.toISOString() },
    ],
  });
});

test("a transfer's token is identified by its contract, on its own chain", () => {
  const named = (overrides: Partial<RecordedTransfer>) =>
    toDetailsResource({ ...details, transfers: [{ ...transfer, ...overrides }] }, context).transfers[0]
      ?.symbol;
  expect(named({})).toBe("USDC");
  expect(named({ tokenAddress: "0xc2132d05d31c914a87c6611c10748aeb04b58e8f", chainId: 137 })).toBe("USDT");
  expect(named({ tokenAddress: "0xc2132d05d31c914a87c6611c10748aeb04b58e8f" })).toBeNull();
  expect(named({ chainId: 999 })).toBeNull();
});
