import { afterAll, beforeEach } from "vitest";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { refundCalls } from "@/lib/chain/sender/contract-calls.chain";
import { createMessageVerifier } from "@/lib/chain/wallets.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import { cancelCheckout } from "@/lib/checkouts/pending-checkout";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import { advanceCheckouts } from "@/lib/checkouts/state/advance-checkouts";
import type { AcceptPaymentDeps } from "@/lib/payments/accept-payment";
import type { Completion, IdempotencyStore, Keep } from "@/lib/platform/limits/idempotency.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import type { Project } from "@/lib/projects/project.store";
import { createRefundBody } from "@/lib/refunds/refund.schema";
import type { RefundPageParts } from "@/lib/refunds/refunds.parts";
import { type RequestedRefund, requestRefund } from "@/lib/refunds/request-refund";
import { partsOf } from "@/lib/testing/parts";
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
import type { Tidiness } from "./database";
import { openTestStores, type TestStores } from "./stores";
import { tickingClock } from "./world/ticking-clock";

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
  deps: Parameters<typeof cancelCheckout>[0] &
    RefundPageParts &
    AcceptPaymentDeps & { checkouts: CheckoutStore };
  project: Project;
  /** What the clock shows. */
  now: Date;
  /** PENDING, 4.50 USDC, in convenient mode. */
  create(overrides?: Partial<Checkout>): Promise<Checkout>;
  /** The same with half an hour left to pay it. */
  payable(overrides?: Partial<Checkout>): Promise<Checkout>;
  /** Records a transfer and moves the checkout, as the watcher does. */
  receive(checkout: Checkout, amountUnits: bigint, receipt?: Receipt): Promise<void>;
  /** The transfers recorded so far are final. */
  finalize(checkout: Checkout): Promise<void>;
  /** Created, and paid in time by one final transfer. */
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
  /** What is asked for by `work` is asked for under these settings of the project. */
  withProject<Result>(change: Partial<Project>, work: () => Promise<Result>): Promise<Result>;
  claimKey(key: string, now?: Date): ReturnType<IdempotencyStore["claim"]>;
  /** @throws when somebody else holds the key, or it is answered */
  holdKey(key: string, now?: Date): Promise<Completion["claim"]>;
  close(): Promise<void>;
};

type TillSettings = Tidiness & {
  /** Why its clock stands still: by default it shows a millisecond more each time that it is asked. */
  stillClock?: string;
};

export async function openTill({ tidy, stillClock }: TillSettings = {}): Promise<Till> {
  const stores = await openTestStores({ tidy });
  const projectId = await stores.createProject({ refundMode: "CONVENIENT" });
  const project = await stores.projects.findById(projectId);
  if (project === null) throw new Error("the project was not stored");

  const deps = partsOf<Till["deps"]>({
    clock: stillClock === undefined ? tickingClock(() => opened.now) : { now: () => opened.now },
    newId,
    // Keys tell by themselves whether they signed: no one is asked at this address.
    verifyMessage: createMessageVerifier([{ chainId: 31337, rpcUrls: ["http://127.0.0.1:1"] }]),
    chains: [
      buildChain({
        tokens: [...buildChain().tokens, { symbol: "DAI", name: "Dai", address: dai, decimals: 18 }],
      }),
    ],
    pendingCheckouts: stores.pendingCheckouts,
    deposits: stores.deposits,
    checkouts: stores.checkouts,
    refunds: stores.refunds,
    refundCalls,
    refundWallet: refundKey,
    depositAddresses,
    checkoutPageUrl: "https://pay.example",
    // Acceptance goes without them.
    rates: undefined,
  });
  const reads = checkoutReads(stores);
  const { query } = reads;
  let block = 10n;

  const opened: Till = {
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
    payable: (overrides = {}) => opened.create({ expiresAt: later(30 * 60_000, opened.now), ...overrides }),
    receive: async (
      checkout,
      amountUnits,
      { final = true, at = opened.now, tokenAddress, fromAddress } = {},
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
        if (final) await tx.markTransfersFinal([transfer.id], opened.now);
        await advanceCheckouts(deps, tx, [checkout.id]);
      });
    },
    finalize: async ({ id }) => {
      const rows = await query<{ id: string }>(
        "SELECT id FROM transfers WHERE checkout_id = $1 AND NOT orphaned",
        [id],
      );
      await stores.payments.transaction(async (tx) => {
        await tx.markTransfersFinal(
          rows.map((row) => row.id),
          opened.now,
        );
        await advanceCheckouts(deps, tx, [id]);
      });
    },
    paid: async (amountUnits = price, overrides = {}) => {
      const checkout = await opened.payable(overrides);
      await opened.receive(checkout, amountUnits);
      return opened.find(checkout);
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
        await tx.markSweepsFinal([sweep.id], opened.now);
        await advanceCheckouts(deps, tx, [checkout.id]);
      });
    },
    passExpiry: async ({ expiresAt }) => {
      opened.now = later(60_000, expiresAt);
      await stores.payments.transaction((tx) =>
        tx.savePosition(buildPosition({ blockNumber: 9_999n, blockTimestamp: later(30_000, expiresAt) })),
      );
    },
    look: async ({ id }) => {
      await stores.payments.transaction((tx) => advanceCheckouts(deps, tx, [id]));
    },
    cancel: ({ id }, keep) => cancelCheckout(deps, opened.project.id, id, keep),
    refund: ({ id }, asked, keep) =>
      requestRefund(deps, opened.project, id, createRefundBody.parse(asked), keep),
    refunds: async ({ id }) => {
      const found = await stores.refunds.list(projectId, id, { take: 100, skip: 0 });
      if (found === null) throw new Error(`there is no ${id}`);
      return found.items;
    },
    withProject: async (change, work) => {
      const before = opened.project;
      const setLimit = ({ id, refundDailyLimitUnits }: Project) =>
        query("UPDATE projects SET refund_daily_limit_units = $2 WHERE id = $1", [id, refundDailyLimitUnits]);
      opened.project = { ...before, ...change };
      if (change.refundDailyLimitUnits !== undefined) await setLimit(opened.project);
      try {
        return await work();
      } finally {
        if (change.refundDailyLimitUnits !== undefined) await setLimit(before);
        opened.project = before;
      }
    },
    claimKey: (key, now = opened.now) =>
      stores.idempotency.claim({ projectId: opened.project.id, key }, "f".repeat(64), now),
    holdKey: async (key, now = opened.now) => {
      const result = await opened.claimKey(key, now);
      if (result.kind !== "claimed") throw new Error(result.kind);
      return result.claim;
    },
    close: () => stores.close(),
  };
  return opened;
}

/** One till for all tests of a file, each on days of its own: no test uses up another's limit of a day. */
export async function testTill(settings: TillSettings = {}): Promise<Till> {
  const till = await openTill(settings);
  let day = 0;
  beforeEach(() => {
    day += 2;
    till.now = later(day * dayMs);
  });
  afterAll(() => till.close());
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
