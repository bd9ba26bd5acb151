import { expect, test } from "vitest";
import { knownChains } from "@/lib/chain/chains.rules";
import type { CheckoutDetails, RecordedTransfer } from "@/lib/checkouts/checkout.rules";
import { checkoutDetails, toDetailsResource, toResource } from "@/lib/checkouts/views/checkout.schema";
import type { ViewContext } from "@/lib/checkouts/views/checkout-facts.schema";
import { buildCheckout, later, noon } from "@/lib/testing/builders";

const context: ViewContext = {
  merchantName: "Coffee shop",
  logoDigest: "ab",
  chains: knownChains,
  checkoutPageUrl: "https://pay.example",
};

const usdcOnBase = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";

const sender = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";

const checkout = buildCheckout({ projectId: "prj_1", chainId: 8453, tokenAddress: usdcOnBase });

const transfer: RecordedTransfer = {
  id: "pay_01kkmxa4t7e2h5m8q1s3v6y9zc",
  chainId: 8453,
  tokenAddress: usdcOnBase,
  amountUnits: 2n ** 256n - 1n,
  fromAddress: sender,
  txHash: `0x${"ab".repeat(32)}`,
  blockNumber: 43_299_985n,
  blockTimestamp: later(10_000),
  status: "final",
  counts: true,
};

const details: CheckoutDetails = {
  checkout,
  transfers: [transfer, { ...transfer, chainId: 137, status: "reverted", counts: false }],
  transferCount: 1_002,
  nativeBalances: [{ chainId: 137, amountWei: 10n ** 30n, blockNumber: 7n, seenAt: later(20_000) }],
  timeline: [
    {
      kind: "transfer.received",
      details: { tokenAddress: usdcOnBase, amount: "5", count: 1, txHash: transfer.txHash, counts: false },
      at: later(11_000),
    },
    { kind: "checkout.created", details: null, at: noon },
  ],
};

test("includes the public checkout and every record about it", () => {
  const resource = toDetailsResource(details, context);
  expect(checkoutDetails.strict().parse(resource)).toEqual(resource);
  expect(JSON.parse(JSON.stringify(resource))).toEqual(resource);
  expect(resource).toEqual({
    ...toResource(checkout, context),
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
      { kind: "checkout.created", details: null, at: noon.toISOString() },
    ],
  });
});

test("a token is identified by its contract, on its own chain", () => {
  const named = (overrides: Partial<RecordedTransfer>) =>
    toDetailsResource({ ...details, transfers: [{ ...transfer, ...overrides }] }, context).transfers[0]
      ?.symbol;
  expect(named({})).toBe("USDC");
  expect(named({ tokenAddress: "0xc2132d05d31c914a87c6611c10748aeb04b58e8f", chainId: 137 })).toBe("USDT");
  expect(named({ tokenAddress: "0xc2132d05d31c914a87c6611c10748aeb04b58e8f" })).toBeNull();
  expect(named({ chainId: 999 })).toBeNull();
});
