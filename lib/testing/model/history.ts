import { createCheckoutBody } from "@/lib/checkouts/checkout-input.schema";
import { createCheckout } from "@/lib/checkouts/create-checkout";
import { cancelCheckout, selectToken } from "@/lib/checkouts/pending-checkout";
import { createRefundBody } from "@/lib/checkouts/refunds/refund.schema";
import { acceptPayment } from "@/lib/payments/accept-payment";
import { confirmPayments } from "@/lib/payments/confirm-payments";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { type Look, lookAtChain } from "@/lib/payments/scan/look-at-chain";
import { verifyPayment } from "@/lib/payments/verify-payment";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { requestRefund } from "@/lib/refunds/request-refund";
import { noon } from "@/lib/testing/builders";
import type { Action, SimulatedTransaction } from "@/lib/testing/simulated-chain/chain";
import { type NodeFaults, noFaults } from "@/lib/testing/simulated-chain/node";
import { refundDestination, type TokenChoice } from "./networks";
import { accept, acceptable, asked, created, type Expected, isOver, type Known, look } from "./oracle";
import { backOf, isOutgoingFinal, isTransferFinal, newlyRecordedFaults } from "./refund-oracle";
import { nothingYet, type Snapshot, type StoredCheckout, type StoredLog, takeSnapshot } from "./snapshot";
import type { ModelDeps, ModelNetwork, ModelWorld } from "./world";

/** How a call ended: "done", the code of a refusal, or "unavailable" while a node fails. */
export type Outcome = string;

type Occasion =
  | { kind: "scan" | "verify" | "confirm"; chainId: number }
  | { kind: "cancel" | "select"; checkoutId: string }
  | { kind: "expire" };

/**
 * One history: the service with its chains and clock, and the oracle's expectations. After every transaction of the
 * service the oracle reads the records.
 */
export class History {
  now = new Date(noon);
  readonly expected = new Map<string, Expected>();
  /** In the order in which they were made. */
  readonly checkoutIds: string[] = [];
  /** Sent transactions that no block holds (any more). */
  readonly waiting: { chainId: number; transaction: SimulatedTransaction }[] = [];
  /** All that were ever sent. */
  readonly sent: { chainId: number; transaction: SimulatedTransaction; at: number }[] = [];
  /**
   * Chains of which a node failed. What is recorded may have holes until it is read again, and nodes rest: what is
   * due may wait. It may never come too early.
   */
  readonly shaken = new Set<number>();
  /** Chains of which a node ever failed: no balance reveals a wallet's transfer that all nodes hid. */
  readonly everShaken = new Set<number>();
  snapshot: Snapshot = nothingYet;
  /** Differences between actual and expected. */
  readonly faults: string[] = [];
  commands = 0;
  private occasion: Occasion | null = null;
  private readonly workers: readonly [ModelDeps, ModelDeps];

  private constructor(readonly world: ModelWorld) {
    const clock = { now: () => this.now };
    const { payments } = world.stores;
    const observed: typeof payments = {
      ...payments,
      transaction: async (work) => {
        const result = await payments.transaction(work);
        await this.observe();
        return result;
      },
    };
    this.workers = [
      world.deps({ clock, payments: observed }),
      world.deps({ clock, payments: observed, preferSecondNode: true }),
    ];
  }

  static async begin(world: ModelWorld, seed: number): Promise<History> {
    await world.reset(seed);
    return new History(world);
  }

  network(chainId: number): ModelNetwork {
    const network = this.world.networks.find(({ chain }) => chain.chainId === chainId);
    if (network === undefined) throw new Error(`there is no chain ${chainId}`);
    return network;
  }

  stored(checkoutId: string): StoredCheckout {
    const stored = this.snapshot.checkouts.get(checkoutId);
    if (stored === undefined) throw new Error(`there is no ${checkoutId}`);
    return stored;
  }

  expectedOf(checkoutId: string): Expected {
    const expected = this.expected.get(checkoutId);
    if (expected === undefined) throw new Error(`nothing is expected of ${checkoutId}`);
    return expected;
  }

  /** Whether anything was or may be paid on the chain. */
  concerns(chainId: number): boolean {
    const isQuoted = [...this.snapshot.checkouts.values()].some(({ quotes }) =>
      quotes.some((quote) => quote.chainId === chainId),
    );
    return isQuoted || this.sent.some((sending) => sending.chainId === chainId);
  }

  get nodesFail(): boolean {
    return this.world.networks.some(({ nodes }) =>
      nodes.some(({ faults }) => faults.unavailable || faults.behindBlocks > 0 || faults.emptyLogs > 0),
    );
  }

  async create(project: number, body: Record<string, unknown>): Promise<void> {
    const shop = this.world.projects[project];
    if (shop === undefined) throw new Error("there is no such project");
    const { checkout } = await createCheckout(
      this.workers[0],
      shop,
      "server_key",
      createCheckoutBody.parse(body),
    );
    await this.refresh();
    this.checkoutIds.push(checkout.id);
    this.expected.set(checkout.id, created(this.stored(checkout.id).terms));
  }

  async select(checkoutId: string, choice: TokenChoice): Promise<Outcome> {
    const before = this.stored(checkoutId).quotes.length;
    const outcome = await this.run({ kind: "select", checkoutId }, (deps) =>
      selectToken(deps, checkoutId, choice),
    );
    await this.refresh();
    const more = this.stored(checkoutId).quotes.length - before;
    if (more !== (outcome === "done" ? 1 : 0))
      this.faults.push(`${checkoutId}: ${outcome} selection, ${more} quotes`);
    return outcome;
  }

  async scan(chainId: number, worker: 0 | 1 = 0): Promise<Look | null> {
    let result: Look | null = null;
    await this.run(
      { kind: "scan", chainId },
      async (deps) => {
        result = await lookAtChain(deps, chainId);
      },
      worker,
    );
    return result;
  }

  async confirm(chainId: number, worker: 0 | 1 = 0): Promise<void> {
    const known = new Set(this.snapshot.logs.map(({ id }) => id));
    const due = this.finalNow(chainId);
    await this.run({ kind: "confirm", chainId }, (deps) => confirmPayments(deps, chainId), worker);
    await this.refresh();
    for (const log of this.snapshot.logs) {
      if (log.chainId !== chainId || log.orphaned) continue;
      // Balances may have brought in what nodes hid: it is judged by the same position, now or when it is looked next.
      const isNew = !known.has(log.id);
      const isDue = isNew ? this.isFinalNow(log) : due.has(log.id);
      if (log.final === isDue) continue;
      if (log.final || !(isNew || this.mayWait(chainId)))
        this.faults.push(`${log.id} in block ${log.block} is ${log.final ? "" : "not "}final`);
    }
  }

  async expire(): Promise<void> {
    await this.run({ kind: "expire" }, (deps) => expireCheckouts(deps));
    await this.refresh();
    for (const [checkoutId, { status }] of this.expected) {
      const waits = this.stored(checkoutId).quotes.some(({ chainId }) => this.mayWait(chainId));
      if (status === "PENDING" && !waits && this.isTimeOver(checkoutId))
        this.faults.push(`${checkoutId} was not expired`);
    }
  }

  cancel(checkoutId: string): Promise<Outcome> {
    const projectId = this.projectOf(checkoutId).id;
    return this.run({ kind: "cancel", checkoutId }, (deps) => cancelCheckout(deps, projectId, checkoutId));
  }

  /** @param off what the merchant saw differs by this from what is there */
  async accept(checkoutId: string, off: bigint): Promise<{ outcome: Outcome; expected: Outcome }> {
    await this.refresh();
    const due = look(this.expectedOf(checkoutId), this.known(checkoutId));
    const found = acceptable(due, this.known(checkoutId));
    const expected =
      found === null ? "CHECKOUT_NOT_ACCEPTABLE" : off === 0n ? "done" : "ACCEPT_AMOUNT_MISMATCH";
    const by = { projectId: this.projectOf(checkoutId).id, userId: null };
    const shown = (found?.units ?? 0n) + off;
    const outcome = await this.run(null, (deps) => acceptPayment(deps, by, checkoutId, shown));
    await this.refresh();
    if (outcome === "done" && found !== null)
      this.expected.set(checkoutId, accept(due, this.known(checkoutId)));
    return { outcome, expected };
  }

  verify(checkoutId: string, chainId: number, txHash: Hex): Promise<Outcome> {
    return this.run({ kind: "verify", chainId }, (deps) =>
      verifyPayment(deps, checkoutId, { txHash, chainId }),
    );
  }

  async refund(checkoutId: string, units: bigint): Promise<Outcome> {
    const body = createRefundBody.parse({ amount: `${units}`, destinationAddress: refundDestination });
    const outcome = await this.run(null, (deps) =>
      requestRefund(deps, this.projectOf(checkoutId), checkoutId, body),
    );
    if (outcome === "done") this.expected.set(checkoutId, asked(this.expectedOf(checkoutId), units));
    await this.refresh();
    return outcome;
  }

  /** A transaction that waits to be mined. */
  send(chainId: number, actions: readonly Action[]): void {
    const transaction = this.network(chainId).chain.transaction(actions);
    this.waiting.push({ chainId, transaction });
    this.sent.push({ chainId, transaction, at: this.seconds });
  }

  /** In seconds since 1970. */
  sentAt(transaction: SimulatedTransaction): number {
    return this.sent.find((sending) => sending.transaction.hash === transaction.hash)?.at ?? 0;
  }

  /** Takes the waiting transactions of a chain out of the queue. */
  take(chainId: number): SimulatedTransaction[] {
    const taken = this.waiting.filter((item) => item.chainId === chainId);
    for (const item of taken) this.waiting.splice(this.waiting.indexOf(item), 1);
    return taken.map(({ transaction }) => transaction);
  }

  get seconds(): number {
    return Math.floor(this.now.getTime() / 1_000);
  }

  mine(chainId: number, blocks = 1): void {
    const { chain } = this.network(chainId);
    for (let block = 0; block < blocks; block++)
      chain.mine({ timestamp: this.seconds, transactions: this.take(chainId) });
    // No clock is behind the chain.
    this.now = new Date(Math.max(this.now.getTime(), chain.head.timestamp * 1_000));
  }

  fail(chainId: number, node: number, faults: Partial<NodeFaults>): void {
    const { nodes } = this.network(chainId);
    const failing = nodes[node % nodes.length];
    if (failing === undefined) throw new Error("there is no such node");
    failing.faults = { ...noFaults, ...faults };
    this.shaken.add(chainId);
    this.everShaken.add(chainId);
  }

  heal(): void {
    for (const { nodes } of this.world.networks) for (const node of nodes) node.faults = { ...noFaults };
  }

  async refresh(): Promise<void> {
    this.snapshot = await takeSnapshot(this.world.stores.database, this.snapshot);
  }

  /** Whether what is due on a chain may wait: nodes failed, or a reorg took the block read last and balances are of no block. */
  private mayWait(chainId: number): boolean {
    const position = this.snapshot.positions.get(chainId);
    const { blocks } = this.network(chainId).chain;
    return this.shaken.has(chainId) || blocks[Number(position?.headNumber)]?.hash !== position?.headHash;
  }

  private projectOf(checkoutId: string) {
    const index = this.checkoutIds.indexOf(checkoutId);
    const tolerance = this.stored(checkoutId).toleranceBps;
    const project = this.world.projects.find(({ toleranceBps }) => toleranceBps === tolerance);
    if (project === undefined || index < 0) throw new Error(`${checkoutId} has no project`);
    return project;
  }

  private async run(
    occasion: Occasion | null,
    work: (deps: ModelDeps) => Promise<unknown>,
    worker: 0 | 1 = 0,
  ): Promise<Outcome> {
    this.occasion = occasion;
    try {
      await work(this.workers[worker]);
      return "done";
    } catch (error) {
      if (error instanceof Error && "code" in error && "status" in error) return String(error.code);
      // A node that fails is the only thing that may stop a call half-way.
      if (this.nodesFail) return "unavailable";
      throw error;
    } finally {
      this.occasion = null;
    }
  }

  /** Ids of the logs that a look at the chain finds final now, or found so before. */
  private finalNow(chainId: number): ReadonlySet<string> {
    const final = this.snapshot.logs.filter(
      (log) => log.chainId === chainId && !log.orphaned && (log.final || this.isFinalNow(log)),
    );
    return new Set(final.map(({ id }) => id));
  }

  private isFinalNow(log: StoredLog): boolean {
    const position = this.snapshot.positions.get(log.chainId);
    if (position === undefined) return false;
    if (log.flow !== "in") return isOutgoingFinal(log, position, this.now.getTime());
    const { quotes, speed } = this.stored(log.checkoutId);
    const quoted = quotes
      .filter((quote) => quote.chainId === log.chainId && quote.tokenAddress === log.tokenAddress)
      .map(({ units }) => units)
      // biome-ignore lint/complexity/useMathMinMax: Math knows no bigint.
      .reduce((most, units) => (units < most ? most : units), 0n);
    return isTransferFinal(log, quoted, speed, position, this.now.getTime());
  }

  /** After a transaction of the service: its records advance the expectations. */
  private async observe(): Promise<void> {
    const earlier = this.snapshot;
    const before = new Map(earlier.logs.map((log) => [log.id, log]));
    await this.refresh();
    this.faults.push(...newlyRecordedFaults(earlier, this.snapshot));
    const touched = new Set<string>();
    for (const log of this.snapshot.logs) {
      const was = before.get(log.id);
      if (was?.orphaned === log.orphaned && was.final === log.final) continue;
      touched.add(log.checkoutId);
      if (log.final && !was?.final && this.occasion?.kind !== "confirm")
        this.faults.push(`${log.id} became final without a look at finality`);
    }
    for (const checkoutId of touched) this.lookAt(checkoutId);
    const occasion = this.occasion;
    if (occasion?.kind === "select") this.lookAt(occasion.checkoutId);
    if (occasion?.kind === "cancel" && this.expectedOf(occasion.checkoutId).status === "PENDING")
      this.lookAt(occasion.checkoutId, "cancel");
    if (occasion?.kind === "expire") {
      for (const [checkoutId, { status }] of this.expected) {
        // That it was looked at shows in its status, which may be further on already where late money is final; whether
        // it may have that is for the oracle to say.
        if (status === "PENDING" && this.stored(checkoutId).status !== "PENDING") this.lookAt(checkoutId);
      }
    }
  }

  private isTimeOver(checkoutId: string): boolean {
    const { expiresAt, quotes } = this.stored(checkoutId);
    const positions = quotes.map(({ chainId }) => this.snapshot.positions.get(chainId) ?? null);
    return isOver(expiresAt, this.now.getTime(), positions);
  }

  private lookAt(checkoutId: string, ask: "cancel" | null = null): void {
    this.expected.set(checkoutId, look(this.expectedOf(checkoutId), this.known(checkoutId), ask));
  }

  private known(checkoutId: string): Known {
    const { expiresAt, toleranceBps, quotes, refunds } = this.stored(checkoutId);
    const own = this.snapshot.logs.filter((log) => log.checkoutId === checkoutId && !log.orphaned);
    return {
      expiresAt,
      toleranceBps,
      quotes,
      refunds: refunds.map((refund) => backOf(refund, own)),
      receipts: own.filter(({ flow }) => flow === "in"),
      sweeps: own.filter(({ flow }) => flow === "out"),
      timeOver: this.isTimeOver(checkoutId),
    };
  }
}
