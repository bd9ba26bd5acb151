import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { refundCalls } from "@/lib/chain/sender/contract-calls.chain";
import { createMessageVerifier } from "@/lib/chain/wallets.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { type CancelCheckoutDeps, cancelCheckout } from "@/lib/checkouts/pending-checkout";
import type { Refund } from "@/lib/checkouts/refunds/refund.rules";
import { createRefundBody } from "@/lib/checkouts/refunds/refund.schema";
import { advanceCheckouts } from "@/lib/checkouts/state/advance-checkouts";
import type { AcceptLateDeps } from "@/lib/payments/accept-late-payment";
import { hashClaimToken, newClaimToken } from "@/lib/platform/ids";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Project } from "@/lib/projects/project.store";
import type { ClaimRefundDeps } from "@/lib/refunds/links/claim-refund";
import type { IssueLinkDeps } from "@/lib/refunds/links/refund-links";
import { type RequestedRefund, type RequestRefundDeps, requestRefund } from "@/lib/refunds/request-refund";
import {
  buildChain,
  buildPosition,
  buildSweep,
  buildTransfer,
  later,
  newId,
  uniqueHex,
  usdc,
} from "./builders";
import { type CheckoutReads, checkoutReads } from "./checkout-reads";
import { openTestStores, type TestStores } from "./stores";

export const price = 4_500_000n;
/** 18 decimals. */
export const dai: Hex = `0x${"18".repeat(20)}`;
/** The service's refund key. */
const refundKey: Hex = `0x${"be".repeat(20)}`;
export const customer: Hex = `0x${"f1".repeat(20)}`;

type Receipt = { final?: boolean; at?: Date; tokenAddress?: Hex; fromAddress?: Hex };
type Asked = { amount?: string; reason?: string; refundType?: string; destinationAddress?: string };

/** Cancelling and refunding on real Postgres, with payments recorded by hand instead of read from a chain. */
export type Till = CheckoutReads & {
  stores: TestStores;
  deps: CancelCheckoutDeps & RequestRefundDeps & ClaimRefundDeps & IssueLinkDeps & AcceptLateDeps;
  project: Project;
  /** What the clock shows. */
  now: Date;
  /** PENDING, 4.50 USDC, in convenient mode. */
  create(overrides?: Partial<Checkout>): Promise<Checkout>;
  /** Records a transfer and moves the checkout, as the watcher does. */
  receive(checkout: Checkout, amountUnits: bigint, receipt?: Receipt): Promise<void>;
  /** The transfers recorded so far are final. */
  finalize(checkout: Checkout): Promise<void>;
  /** Created, and paid by one final transfer. */
  paid(amountUnits?: bigint, overrides?: Partial<Checkout>): Promise<Checkout>;
  /** Funds left the deposit address for the merchant, for good. */
  sweep(checkout: Checkout, amountUnits: bigint): Promise<void>;
  /** Moves the clock past the checkout's time, with a block after it scanned; expires nothing. */
  passExpiry(checkout: Checkout): Promise<void>;
  /** Advances the checkout as far as its facts allow. */
  look(checkout: Checkout): Promise<void>;
  cancel(checkout: Pick<Checkout, "id">, keep?: Keep<Checkout>): ReturnType<typeof cancelCheckout>;
  refund(
    checkout: Pick<Checkout, "id">,
    asked: Asked,
    keep?: Keep<RequestedRefund>,
  ): Promise<RequestedRefund>;
  refunds(checkout: Pick<Checkout, "id">): Promise<readonly Refund[]>;
  close(): Promise<void>;
};

export async function openTill(): Promise<Till> {
  const stores = await openTestStores();
  const projectId = await stores.createProject({ refundMode: "CONVENIENT" });
  const project = await stores.projects.findById(projectId);
  if (project === null) throw new Error("the project was not stored");

  const deps: Till["deps"] = {
    clock: { now: () => till.now },
    newId,
    newClaimToken,
    hashClaimToken,
    // Keys tell by themselves whether they signed: no one is asked at this address.
    verifyMessage: createMessageVerifier([{ chainId: 31337, rpcUrls: ["http://127.0.0.1:1"] }]),
    chains: [
      buildChain({
        tokens: [...buildChain().tokens, { symbol: "DAI", name: "Dai", address: dai, decimals: 18 }],
      }),
    ],
    payments: stores.payments,
    checkouts: stores.checkouts,
    refunds: stores.refunds,
    refundCalls,
    refundWallet: refundKey,
    depositAddresses,
    checkoutPageUrl: "https://pay.example",
  };
  const reads = checkoutReads(stores);
  const { query } = reads;
  let block = 10n;

  const till: Till = {
    ...reads,
    stores,
    deps,
    project,
    now: later(60_000),
    create: (overrides = {}) =>
      stores.createCheckout({
        projectId,
        refundAuthority: refundKey,
        depositAddress: uniqueHex(20),
        ...overrides,
      }),
    receive: async (
      checkout,
      amountUnits,
      { final = true, at = till.now, tokenAddress, fromAddress } = {},
    ) => {
      block += 1n;
      const transfer = buildTransfer(checkout, {
        amountUnits,
        blockNumber: block,
        blockTimestamp: at,
        tokenAddress: tokenAddress ?? checkout.tokenAddress ?? usdc,
        ...(fromAddress === undefined ? {} : { fromAddress }),
      });
      await stores.payments.transaction(async (tx) => {
        await tx.insertTransfers([transfer]);
        if (final) await tx.markTransfersFinal([transfer.id], till.now);
        await advanceCheckouts(deps, tx, [checkout.id]);
      });
    },
    finalize: async ({ id }) => {
      const rows = await query<{ id: string }>("SELECT id FROM transfers WHERE checkout_id = $1", [id]);
      await stores.payments.transaction(async (tx) => {
        await tx.markTransfersFinal(
          rows.map((row) => row.id),
          till.now,
        );
        await advanceCheckouts(deps, tx, [id]);
      });
    },
    paid: async (amountUnits = price, overrides = {}) => {
      const checkout = await till.create(overrides);
      await till.receive(checkout, amountUnits);
      return till.find(checkout);
    },
    sweep: async (checkout, amountUnits) => {
      block += 1n;
      const sweep = buildSweep(checkout, {
        amountUnits,
        blockNumber: block,
        tokenAddress: checkout.tokenAddress ?? usdc,
      });
      await stores.payments.transaction(async (tx) => {
        await tx.insertSweeps([sweep]);
        await tx.markSweepsFinal([sweep.id], till.now);
        await advanceCheckouts(deps, tx, [checkout.id]);
      });
    },
    passExpiry: async ({ expiresAt }) => {
      till.now = later(60_000, expiresAt);
      await stores.payments.transaction((tx) =>
        tx.savePosition(buildPosition({ blockNumber: 9_999n, blockTimestamp: later(30_000, expiresAt) })),
      );
    },
    look: async ({ id }) => {
      await stores.payments.transaction((tx) => advanceCheckouts(deps, tx, [id]));
    },
    cancel: ({ id }, keep) => cancelCheckout(deps, till.project.id, id, keep),
    refund: ({ id }, asked, keep) =>
      requestRefund(deps, till.project, id, createRefundBody.parse(asked), keep),
    refunds: async ({ id }) => {
      const found = await stores.refunds.list(projectId, id, { take: 100, skip: 0 });
      if (found === null) throw new Error(`there is no ${id}`);
      return found.items;
    },
    close: () => stores.close(),
  };
  return till;
}

/** How a promise ended: the code of a refusal, else "done". Any other error goes on. */
export async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "done";
  } catch (error) {
    if (error instanceof Error && "code" in error && typeof error.code === "string" && "status" in error)
      return error.code;
    throw error;
  }
}
