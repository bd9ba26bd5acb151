import { createCheckoutBody } from "@/lib/checkouts/checkout-input.schema";
import { createCheckout } from "@/lib/checkouts/create-checkout";
import { cancelCheckout, selectToken } from "@/lib/checkouts/pending-checkout";
import { acceptPayment } from "@/lib/payments/accept-payment";
import { confirmPayments } from "@/lib/payments/confirm-payments";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { type ChainPass, scanChainOnce } from "@/lib/payments/scan/scan-chain-once";
import { verifyPayment } from "@/lib/payments/verify-payment";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { createRefundBody } from "@/lib/refunds/refund.schema";
import { requestRefund } from "@/lib/refunds/request-refund";
import { noon } from "@/lib/testing/builders";
import type { SimulatedTransaction } from "@/lib/testing/simulated-chain/chain";
import type { Action } from "@/lib/testing/simulated-chain/contracts";
import { type NodeFaults, noFaults } from "@/lib/testing/simulated-chain/node";
import { refundDestination, type TokenChoice } from "./networks";
import { isOver } from "./position";
import { isOutgoingFinal, isTransferFinal, newlyRecordedFaults } from "./refund-faults";
import {
  nothingYet,
  type Snapshot,
  type StoredCheckout,
  type StoredLog,
  selectedChains,
  takeSnapshot,
} from "./snapshot";
import type { ModelDeps, ModelNetwork, ModelStores, ModelWorld } from "./world";

/** How a call ended: "done", the code of a refusal, or "unavailable" while a node fails. */
export type Outcome = string;

/** One history: the service with its chains and clock. After every transaction of the service its records are read. */
export class History {
  now = new Date(noon);
  /** Checkouts whose payment the merchant accepted after expiry or cancellation. */
  readonly lateAccepted = new Set<string>();
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
  readonly faults: string[] = [];
  commands = 0;
  /** Only a look at finality makes a log final. */
  private isConfirming = false;
  private readonly workers: readonly [ModelDeps, ModelDeps];

  private constructor(readonly world: ModelWorld) {
    const clock = { now: () => this.now };
    const { payments, pendingCheckouts } = world.stores;
    const observed = async <T>(transaction: Promise<T>): Promise<T> => {
      const result = await transaction;
      await this.observe();
      return result;
    };
    const stores: Partial<ModelStores> = {
      payments: { ...payments, transaction: (work) => observed(payments.transaction(work)) },
      pendingCheckouts: { transaction: (work) => observed(pendingCheckouts.transaction(work)) },
    };
    this.workers = [world.deps({ clock, stores }), world.deps({ clock, stores, preferSecondNode: true })];
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
    const checkout = await createCheckout(
      this.workers[0],
      shop,
      "server_key",
      createCheckoutBody.parse(body),
    );
    await this.refresh();
    this.checkoutIds.push(checkout.id);
  }

  async select(checkoutId: string, choice: TokenChoice): Promise<Outcome> {
    const before = selectedChains(this.stored(checkoutId)).length;
    const outcome = await this.run((deps) => selectToken(deps, checkoutId, choice));
    await this.refresh();
    const more = selectedChains(this.stored(checkoutId)).length - before;
    if (more !== (outcome === "done" ? 1 : 0))
      this.faults.push(`${checkoutId}: ${outcome} selection, ${more} quotes of selected tokens`);
    return outcome;
  }

  async scan(chainId: number, worker: 0 | 1 = 0): Promise<ChainPass | null> {
    let result: ChainPass | null = null;
    await this.run(async (deps) => {
      result = await scanChainOnce(deps, chainId);
    }, worker);
    return result;
  }

  async confirm(chainId: number, worker: 0 | 1 = 0): Promise<void> {
    const known = new Set(this.snapshot.logs.map(({ id }) => id));
    const due = this.finalNow(chainId);
    this.isConfirming = true;
    await this.run((deps) => confirmPayments(deps, chainId), worker).finally(() => {
      this.isConfirming = false;
    });
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
    await this.run((deps) => expireCheckouts(deps));
    await this.refresh();
    for (const checkout of this.snapshot.checkouts.values()) {
      const { id, status } = checkout;
      const waits = selectedChains(checkout).some((chainId) => this.mayWait(chainId));
      if (status === "PENDING" && !waits && this.isTimeOver(id)) this.faults.push(`${id} was not expired`);
    }
  }

  cancel(checkoutId: string): Promise<Outcome> {
    const projectId = this.projectOf(checkoutId).id;
    return this.run((deps) => cancelCheckout(deps, projectId, checkoutId));
  }

  /** @param off what the merchant saw differs by this from what is there */
  async accept(checkoutId: string, off: bigint): Promise<Outcome> {
    await this.refresh();
    const { status, totalPaid } = this.stored(checkoutId);
    const by = { projectId: this.projectOf(checkoutId).id, userId: null };
    const seen = totalPaid + off;
    const outcome = await this.run((deps) => acceptPayment(deps, by, checkoutId, seen));
    await this.refresh();
    if (outcome !== "done") return outcome;
    if (status === "PENDING") this.lateAccepted.delete(checkoutId);
    else this.lateAccepted.add(checkoutId);
    const { accepted } = this.stored(checkoutId);
    if (accepted !== seen) this.faults.push(`${checkoutId}: ${accepted} was accepted, not ${seen}`);
    return outcome;
  }

  verify(checkoutId: string, chainId: number, txHash: Hex): Promise<Outcome> {
    return this.run((deps) => verifyPayment(deps, checkoutId, { txHash, chainId }));
  }

  async refund(checkoutId: string, units: bigint): Promise<Outcome> {
    const body = createRefundBody.parse({ amount: `${units}`, destinationAddress: refundDestination });
    const outcome = await this.run((deps) =>
      requestRefund(deps, this.projectOf(checkoutId), checkoutId, body),
    );
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

  private async run(work: (deps: ModelDeps) => Promise<unknown>, worker: 0 | 1 = 0): Promise<Outcome> {
    try {
      await work(this.workers[worker]);
      return "done";
    } catch (error) {
      if (error instanceof Error && "code" in error && "status" in error) return String(error.code);
      // A node that fails is the only thing that may stop a call half-way.
      if (this.nodesFail) return "unavailable";
      throw error;
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

  /** After a transaction of the service: nothing became final or expired too early. */
  private async observe(): Promise<void> {
    const earlier = this.snapshot;
    const wasFinal = new Map(earlier.logs.map(({ id, final }) => [id, final]));
    await this.refresh();
    this.faults.push(...newlyRecordedFaults(earlier, this.snapshot));
    for (const { id, final } of this.snapshot.logs)
      if (final && wasFinal.get(id) !== true && !this.isConfirming)
        this.faults.push(`${id} became final without a look at finality`);
    for (const { id, status } of this.snapshot.checkouts.values()) {
      const before = earlier.checkouts.get(id);
      const isNewlyExpired = status === "EXPIRED" && before !== undefined && before.status !== "EXPIRED";
      // A part that was accepted late and is gone leaves a checkout whose time was over before.
      if (isNewlyExpired && before.accepted === null && !this.isTimeOver(id))
        this.faults.push(`${id} expired too early`);
    }
  }

  private isTimeOver(checkoutId: string): boolean {
    const checkout = this.stored(checkoutId);
    const positions = selectedChains(checkout).map((chainId) => this.snapshot.positions.get(chainId) ?? null);
    return isOver(checkout.expiresAt, this.now.getTime(), positions);
  }
}
