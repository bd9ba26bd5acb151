import { beforeEach } from "vitest";
import type { TransactionOutcome } from "@/lib/chain/sender/chain-sender.port";
import type { DepositKey } from "@/lib/checkouts/balances/sweep-refusals.store";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import type { SettlementTerms } from "@/lib/settlement/settlement-blocker.rules";
import type { OpenSettlement } from "@/lib/settlement/settlement-opening.store";
import { buildTransfer, later, newId, noon, uniqueHex } from "../builders";
import type { World } from "../world";

export const operatorAddress: Hex = `0x${"e".repeat(40)}`;

export const mined = (status: "success" | "reverted", txHash: Hex): TransactionOutcome => ({
  kind: "mined",
  status,
  txHash,
  blockNumber: 20n,
  blockHash: uniqueHex(32),
  gasUsed: 50_000n,
  costWei: 600n,
});

/** A project and a chain of its own for each test of the file, and settlements there without a chain. */
export function settlementsByHand({ stores }: World) {
  /** Of the test that runs; it may go on with another project. */
  const own = { projectId: "", chainId: 1_000 };
  beforeEach(async () => {
    own.chainId += 1;
    own.projectId = await stores.createProject();
  });

  /** Paid by one transfer in block 10. */
  async function payCheckout(overrides: Partial<Checkout> = {}): Promise<Checkout> {
    const checkout = await stores.createCheckout({
      projectId: own.projectId,
      chainId: own.chainId,
      status: "PAID",
      paymentTxHash: uniqueHex(32),
      paidAt: noon,
      ...overrides,
    });
    await stores.payments.transaction((tx) =>
      tx.insertTransfers([buildTransfer(checkout, { chainId: own.chainId })]),
    );
    return checkout;
  }

  const termsAt = (overrides: Partial<SettlementTerms> = {}): SettlementTerms => ({
    chainId: own.chainId,
    upTo: 10n,
    walletAddress: operatorAddress,
    refundWallet: null,
    chainIds: [own.chainId],
    refundsSince: later(-dayMs),
    // Every failure is old, unless a test says otherwise.
    revertedSince: later(9e9),
    at: noon,
    ...overrides,
  });
  /** What waits on the test's own chain. */
  const waiting = (overrides: Partial<SettlementTerms> = {}) =>
    stores.settlements.waiting(termsAt(overrides), 99);

  /** What may be swept. */
  async function settleableIds(overrides: Partial<SettlementTerms> = {}): Promise<string[]> {
    const found = await waiting(overrides);
    return found.filter(({ blocker }) => blocker === null).map(({ checkoutId }) => checkoutId);
  }
  const hindrances = async (overrides: Partial<SettlementTerms> = {}) =>
    (await waiting(overrides)).map(({ blocker }) => blocker);

  /** Opens a settlement of the test's own project. */
  const open = (deposits: readonly DepositKey[], terms: Partial<SettlementTerms> = {}, requested = false) =>
    stores.settlements.open(
      { settlementId: newId("stl"), projectId: own.projectId, requested },
      termsAt(terms),
      deposits,
    );

  /** Opens a settlement of everything that waits. */
  async function mustOpen(at = noon): Promise<OpenSettlement> {
    const settlement = await open(await waiting(), { at });
    if (settlement === null) throw new Error("nothing to settle");
    return settlement;
  }

  /** Signs for it as the operator. */
  async function mustSign(settlementId: string) {
    const txHash = uniqueHex(32);
    const stored = await stores.outgoing.storeSigned({
      transactionId: newId("otx"),
      owner: { purpose: "SETTLEMENT", settlementId },
      projectId: own.projectId,
      chainId: own.chainId,
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

  const itemsOf = (settlementId: string) =>
    stores.database.prisma.settlementItem.findMany({
      where: { settlementId },
      orderBy: { checkoutId: "asc" },
    });
  const settlementOf = (id: string) => stores.database.prisma.settlement.findUniqueOrThrow({ where: { id } });

  return {
    own,
    payCheckout,
    termsAt,
    waiting,
    settleableIds,
    hindrances,
    open,
    mustOpen,
    mustSign,
    itemsOf,
    settlementOf,
  };
}
