import { afterAll, beforeAll, beforeEach } from "vitest";
import type { TransactionOutcome } from "@/lib/chain/sender/chain-sender.port";
import type { DepositKey } from "@/lib/checkouts/balances/sweep-refusals.store";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SettlementTerms } from "@/lib/settlement/settlement-blocker.store";
import type { OpenSettlement } from "@/lib/settlement/settlement-opening.store";
import { buildTransfer, later, newId, noon, uniqueHex } from "@/lib/testing/builders";
import { openTestStores, type TestStores } from "@/lib/testing/stores";

export let stores: TestStores;
export let projectId: string;
/** A chain of its own for each test. */
export let chainId = 1_000;

/** Gives every test of the file a project and a chain of its own. */
export function prepareSettlements(): void {
  beforeAll(async () => {
    stores = await openTestStores();
  });
  beforeEach(async () => {
    chainId += 1;
    projectId = await stores.createProject();
  });
  afterAll(() => stores.close());
}

export const operatorAddress: Hex = `0x${"e".repeat(40)}`;
const dayMs = 24 * 3_600_000;

/** The rest of the test is of this project. */
export function goOnWith(otherProjectId: string): void {
  projectId = otherProjectId;
}

/** Paid by one transfer in block 10. */
export async function payCheckout(overrides: Partial<Checkout> = {}): Promise<Checkout> {
  const checkout = await stores.createCheckout({
    projectId,
    chainId,
    status: "PAID",
    paymentTxHash: uniqueHex(32),
    paidAt: noon,
    ...overrides,
  });
  await stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer(checkout, { chainId })]));
  return checkout;
}

export const termsAt = (overrides: Partial<SettlementTerms> = {}): SettlementTerms => ({
  chainId,
  upTo: 10n,
  walletAddress: operatorAddress,
  refundWallet: null,
  chainIds: [chainId],
  refundsSince: later(-dayMs),
  // Every failure is old, unless a test says otherwise.
  revertedSince: later(9e9),
  at: noon,
  ...overrides,
});
/** What waits on the test's own chain. */
export const waiting = (overrides: Partial<SettlementTerms> = {}) =>
  stores.settlements.waiting(termsAt(overrides), 99);

/** What may be swept. */
export async function settleableIds(overrides: Partial<SettlementTerms> = {}): Promise<string[]> {
  const found = await waiting(overrides);
  return found.filter(({ blocker }) => blocker === null).map(({ checkoutId }) => checkoutId);
}
export const hindrances = async (overrides: Partial<SettlementTerms> = {}) =>
  (await waiting(overrides)).map(({ blocker }) => blocker);

/** Opens a settlement of the test's own project. */
export const open = (
  deposits: readonly DepositKey[],
  terms: Partial<SettlementTerms> = {},
  requested = false,
) => stores.settlements.open({ settlementId: newId("stl"), projectId, requested }, termsAt(terms), deposits);

/** Opens a settlement of everything that waits. */
export async function mustOpen(at = noon): Promise<OpenSettlement> {
  const settlement = await open(await waiting(), { at });
  if (settlement === null) throw new Error("nothing to settle");
  return settlement;
}

/** Signs for it as the operator. */
export async function mustSign(settlementId: string) {
  const txHash = uniqueHex(32);
  const stored = await stores.outgoing.storeSigned({
    transactionId: newId("otx"),
    owner: { purpose: "SETTLEMENT", settlementId },
    projectId,
    chainId,
    walletAddress: operatorAddress,
    firstNonce: 7n,
    onlyNonce: null,
    cap: null,
    maxCostWei: 1_000n,
    sign: async (nonce) => ({
      to: operatorAddress,
      gasLimit: 100_000n,
      type: "eip1559",
      maxFeePerGas: 2n ** 100n,
      maxPriorityFeePerGas: 1n,
      maxCostWei: 1_000n,
      txHash,
      rawTransaction: "0x02",
      nonce,
    }),
    at: later(1),
  });
  if (stored.kind !== "stored") throw new Error(`not signed: ${stored.kind}`);
  return { id: stored.transaction.id, nonce: stored.transaction.nonce, txHash };
}

export const mined = (status: "success" | "reverted", txHash: Hex): TransactionOutcome => ({
  kind: "mined",
  status,
  txHash,
  blockNumber: 20n,
  blockHash: uniqueHex(32),
  gasUsed: 50_000n,
  costWei: 600n,
});

export const itemsOf = (settlementId: string) =>
  stores.database.prisma.settlementItem.findMany({ where: { settlementId }, orderBy: { checkoutId: "asc" } });
export const settlementOf = (id: string) =>
  stores.database.prisma.settlement.findUniqueOrThrow({ where: { id } });
