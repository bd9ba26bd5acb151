import { beforeEach } from "vitest";
import type { DepositKey } from "@/lib/checkouts/balances/sweep-refusals.store";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import type { SettlementTerms } from "@/lib/settlement/settlement-blocker.rules";
import { buildTransfer, later, newId, noon, uniqueHex } from "../builders";
import type { World } from "../world";

export const operatorAddress: Hex = `0x${"e".repeat(40)}`;

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

  return {
    own,
    payCheckout,
    termsAt,
    waiting,
    settleableIds,
    hindrances,
    open,
  };
}
