import { describe, expect, test } from "vitest";
import { knownChains } from "@/lib/chain/chain-defaults.rules";
import type { Checkout, PublicCheckout } from "@/lib/checkouts/checkout.rules";
import { buildCheckout, later, noon } from "@/lib/testing/builders";
import { toPaymentOption } from "./payment-option.schema";
import { publicCheckoutView, toPublicView } from "./public-checkout.schema";

const [base, polygon] = knownChains;
const usdc = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const onBase = { chainId: 8453, tokenAddress: usdc } as const;
const depositContracts = { factory: "0xfa", implementation: "0x1a" } as const;
const context = {
  chains: knownChains,
  checkoutPageUrl: "https://pay.example",
  depositContracts,
  isPayableByX402: () => true,
};
const unselected = {
  chainId: null,
  tokenAddress: null,
  amountUnits: null,
  fixedChainId: null,
  tokenFixed: false,
};

function view(facts: Partial<Checkout>, blocks: Partial<PublicCheckout> = {}) {
  const checkout = buildCheckout({ projectId: "prj_1", ...onBase, ...facts });
  const found = {
    checkout,
    merchantName: "Corner Café",
    accentColor: null,
    logoDigest: null,
    paymentBlockNumber: null,
    scannedBlockNumber: null,
    strayTransfers: [],
    receiptDetails: null,
    supportContact: null,
    requoteExpired: false,
    hasReceived: false,
    hasLeftWallet: false,
    x402Enabled: true,
    acceptsLate: false,
    hasListedWallet: true,
    receivedEarlier: null,
    minimumUnits: 0n,
    choosableTokens: [],
    reportedPayment: null,
    refunds: [],
    moneyRequest: null,
    gaslessPayment: null,
    ...blocks,
  };
  const shown = toPublicView(found, [], context, later(1_000));
  expect(publicCheckoutView.strict().parse(shown)).toEqual(shown);
  return shown;
}

test("has every specified field, and the page's own", () => {
  expect(Object.keys(publicCheckoutView.shape)).toEqual(
    expect.arrayContaining([
      ...["id", "status", "chainId", "tokenAddress", "amount", "depositAddress", "expiresAt", "createdAt"],
      ...["fiatAmount", "fiatCurrency", "exchangeRateUsed", "exchangeRateAt", "itemName", "itemDescription"],
      ...["successUrl", "cancelUrl", "paymentTxHash", "totalPaid", "paidAmount", "isPaid"],
      ...["merchantAddress", "referenceId", "merchantName", "merchantLogoUrl", "token", "network"],
      ...["options", "remainingAmount", "confirmations", "serverTime"],
      ...["paidAt", "exchangeRateProviders", "accentColor", "addressTerms"],
    ]),
  );
});

test("omits the merchant's private fields", () => {
  const checkout = {
    metadata: { note: "secret-note" },
    projectId: "prj_secret",
  };
  expect(JSON.stringify(view(checkout))).not.toContain("secret");
});

describe("before a selection", () => {
  const shown = view(unselected);

  test("has no deposit address and no token", () => {
    expect(shown).toMatchObject({
      depositAddress: null,
      addressTerms: null,
      chainId: null,
      tokenAddress: null,
      token: null,
      network: null,
      amount: null,
      remainingAmount: null,
      confirmations: null,
    });
  });

  test("has an amount that is already set", () => {
    expect(view({ ...unselected, amountUnits: 5n })).toMatchObject({ amount: "5", depositAddress: null });
  });
});

describe("with a token", () => {
  test("has token, network and addresses in lower case", () => {
    const shown = view({ depositAddress: "0x00000000000000000000000000000000000000af" });
    expect(shown).toMatchObject({
      tokenAddress: usdc,
      depositAddress: "0x00000000000000000000000000000000000000af",
      token: {
        symbol: "USDC",
        name: "USD Coin",
        decimals: 6,
        iconUrl: "https://pay.example/tokens/usdc.svg",
      },
      network: { name: "Base", blockExplorerUrl: "https://basescan.org" },
      amount: "4500000",
      serverTime: later(1_000).toISOString(),
    });
  });

  test("has no deposit address on a disabled chain", () => {
    expect(view({ chainId: 31337 })).toMatchObject({
      depositAddress: null,
      addressTerms: null,
      token: null,
      network: null,
    });
  });

  test.each([
    [0n, 0, "4500000"],
    [1_500_000n, 0, "3000000"],
    [4_499_999n, 0, "1"],
    [4_500_000n, 0, "0"],
    [9_000_000n, 0, "0"],
    [4_499_999n, 100, "0"],
    [4_000_000n, 100, "500000"],
  ])(
    "after %i units with %i basis points of tolerance %s remain",
    (totalPaidUnits, toleranceBps, remaining) => {
      expect(view({ totalPaidUnits, toleranceBps }).remainingAmount).toBe(remaining);
    },
  );

  test.each([
    ["not seen yet", null, 100n, 0],
    ["no scan yet", 100n, null, 0],
    ["in the newest block", 100n, 100n, 1],
    ["nine blocks deep", 100n, 108n, 9],
    ["deeper than needed", 100n, 500n, 10],
  ])("confirmations: %s", (_, paymentBlockNumber, scannedBlockNumber, seen) => {
    expect(view({}, { paymentBlockNumber, scannedBlockNumber }).confirmations).toEqual({
      seen,
      required: 10,
    });
  });

  test("confirmations of a larger sum wait for the chain's word", () => {
    const shown = view({ amountUnits: 10n ** 9n }, { paymentBlockNumber: 100n, scannedBlockNumber: 150n });
    expect(shown.confirmations).toEqual({ seen: 51, required: null });
  });

  test("confirmations of a small price that was paid many times over wait for it too", () => {
    const deep = { paymentBlockNumber: 100n, scannedBlockNumber: 150n };
    expect(view({ totalPaidUnits: 10n ** 9n }, deep).confirmations).toEqual({ seen: 51, required: null });
    expect(view({ totalPaidUnits: 10n ** 9n - 1n }, deep).confirmations).toEqual({ seen: 10, required: 10 });
  });
});

test("returns the inputs of its deposit address", () => {
  const terms = { refundAuthority: "0x00000000000000000000000000000000000000ef", openSweep: false } as const;
  expect(view(terms).addressTerms).toEqual({ ...depositContracts, ...terms });
});

test("names the rate's providers, or none without a rate", () => {
  const told = (exchangeRateProvider: string | null) => view({ exchangeRateProvider }).exchangeRateProviders;
  expect([told("coingecko+kraken"), told("fixed"), told(null)]).toEqual([
    ["coingecko", "kraken"],
    ["fixed"],
    [],
  ]);
});

test("returns the time of payment, and the merchant's logo and colour", () => {
  expect(view({})).toMatchObject({ paidAt: null, merchantLogoUrl: null, accentColor: null });
  const shown = view({ paidAt: later(5) }, { logoDigest: "ab", accentColor: "#0a7d4b" });
  expect(shown).toMatchObject({
    paidAt: later(5).toISOString(),
    merchantLogoUrl: "https://pay.example/logos/ab",
    accentColor: "#0a7d4b",
  });
});

test("returns the newest uncounted transfers, of known tokens only", () => {
  const txHash = `0x${"ab".repeat(32)}` as const;
  const of = (tokenAddress: `0x${string}`, amountUnits: bigint) => ({
    ...{ chainId: 8453, tokenAddress, amountUnits, txHash, refund: null },
  });
  const unknown = of("0x00000000000000000000000000000000000000bb", 9n);
  const strayTransfers = [unknown, of(usdc, 5n), of(usdc, 4n), unknown, of(usdc, 3n), of(usdc, 2n)];
  const shown = view({}, { strayTransfers }).strayPayments;
  expect(shown.map(({ amount }) => amount)).toEqual(["5", "4", "3"]);
  expect(shown[0]).toMatchObject({ ...onBase, txHash, token: { symbol: "USDC" }, network: { name: "Base" } });
});

test("says how far each refund is, and which transfers none returns", () => {
  const refund = { amountUnits: 7n, txHash: null, completedAt: null };
  const txHash = `0x${"ab".repeat(32)}` as const;
  const stray = { chainId: 8453, tokenAddress: usdc, amountUnits: 5n, txHash } as const;
  const ofStray = { id: "rfd_1", amountUnits: 10n, status: "PROCESSING", txHash } as const;
  const { moneyGoingBack, refunds, strayPayments } = view(
    {},
    {
      refunds: [
        { ...refund, status: "AWAITING_ADDRESS" },
        { ...refund, status: "COMPLETED", txHash, completedAt: later(5) },
      ],
      strayTransfers: [
        { ...stray, refund: ofStray },
        { ...stray, refund: ofStray },
        { ...stray, refund: null },
      ],
    },
  );
  expect(moneyGoingBack).toMatchObject([
    { step: "agreed", customerChooses: true, amount: "7", txHash: null },
    { step: "arrived", customerChooses: false, amount: "7", txHash },
    { step: "sent", customerChooses: false, amount: "10", txHash, token: { symbol: "USDC" } },
  ]);
  expect(refunds).toEqual([{ amount: "7", completedAt: later(5).toISOString(), txHash }]);
  expect(strayPayments.map(({ isGoingBack }) => isGoingBack)).toEqual([true, true, false]);
});

describe("the rest of an expired checkout", () => {
  const part = {
    status: "EXPIRED",
    amountUnits: 10n,
    totalPaidUnits: 4n,
    watchUntil: later(60_000),
  } as const;
  const until = (facts: Partial<Checkout>, acceptsLate = true) =>
    view({ ...part, ...facts }, { acceptsLate }).acceptsRestUntil;

  test("completes it while it is watched closely and late payments are accepted", () => {
    expect(until({})).toBe(later(60_000).toISOString());
    expect(until({}, false)).toBeNull();
    expect(view({ ...part }, { acceptsLate: true, receivedEarlier: "chk_0" }).acceptsRestUntil).toBeNull();
  });

  test.each<Partial<Checkout>>([
    { status: "PENDING" },
    { status: "CANCELLED" },
    { status: "LATE_PAID" },
    { totalPaidUnits: 0n },
    { totalPaidUnits: 10n },
    { watchUntil: later(1_000) },
    { replacedBy: "chk_2" },
    { settlementFrozen: true },
    { excessRequestedAt: noon },
  ])("is not requested when %o", (facts) => {
    expect(until(facts)).toBeNull();
  });
});

test("has the successUrl only once it is paid, or its late payment accepted", () => {
  const successUrl = "https://shop.example/thanks";
  const shown = (facts: Partial<Checkout>) => {
    const { isPaid, successUrl: url } = view({ successUrl, ...facts });
    return [isPaid, url];
  };
  expect(shown({ status: "LATE_PAID" })).toEqual([false, null]);
  expect(shown({ status: "LATE_PAID", lateAcceptedAt: noon })).toEqual([true, successUrl]);
});

test("a choice has its token, network and amount, null without a rate", () => {
  const token = polygon?.tokens[0];
  if (base === undefined || polygon === undefined || token === undefined)
    throw new Error("chains are missing");
  expect(toPaymentOption(polygon, token, 7n, { ...context, speed: "STANDARD", gasless: true })).toEqual({
    chainId: 137,
    tokenAddress: token.address,
    token: { symbol: "USDC", name: "USD Coin", decimals: 6, iconUrl: "https://pay.example/tokens/usdc.svg" },
    network: {
      name: "Polygon",
      blockExplorerUrl: "https://polygonscan.com",
      nativeCurrency: { name: "POL", symbol: "POL", decimals: 18 },
    },
    amount: "7",
    typicalFeeUsd: "0.001",
    typicalSeconds: 10,
    gasless: true,
  });
  expect(
    toPaymentOption({ ...base, blockExplorerUrl: null }, token, null, {
      ...context,
      speed: "STANDARD",
      gasless: false,
    }),
  ).toMatchObject({
    amount: null,
    network: { blockExplorerUrl: "" },
    typicalSeconds: 20,
  });
  expect(
    toPaymentOption({ ...base, chainId: 999 }, token, 7n, { ...context, speed: "FAST", gasless: false }),
  ).toMatchObject({
    typicalFeeUsd: null,
    typicalSeconds: null,
  });
});
