/** How much of a kind of work there is; counts end at the limit that was asked for. */
export type Backlog = {
  due: number;
  late: number;
  /** Since when the oldest has been due. */
  oldestDueAt: Date | null;
};

export type JobsStatusStore = {
  /** When each job last ended well; one that is missing never did. */
  lastEnds(): Promise<ReadonlyMap<string, Date>>;
  /** Checkouts whose time is over and which are PENDING still. */
  expiry(now: Date, lateMs: number, limit: number): Promise<Backlog>;
  /** Deliveries to be made. In a worker's hands they are due, and not late. */
  webhooks(
    now: Date,
    lateMs: number,
    limit: number,
  ): Promise<Backlog & { failingEndpoints: number; disabledEndpoints: number }>;
  /** Settlements under way, and deposits whose sweeps are refused, by the reason. */
  settlements(
    now: Date,
    lateMs: number,
    limit: number,
  ): Promise<Backlog & { parked: Readonly<Record<string, number>> }>;
  /** Open refunds by status; due and late are those that wait for the service. */
  refunds(
    now: Date,
    lateMs: number,
    limit: number,
  ): Promise<Backlog & { byStatus: Readonly<Record<string, number>> }>;
  /** Transactions of the service's wallets that no block has yet. */
  transactions(now: Date, lateMs: number, limit: number): Promise<Backlog>;
  /** Customers' signed payments that were not handed in yet. */
  signedPayments(now: Date, lateMs: number, limit: number): Promise<Backlog>;
  /** Letters to be sent; `failed` counts those written since `failedSince`. */
  mail(now: Date, lateMs: number, failedSince: Date, limit: number): Promise<Backlog & { failed: number }>;
  /** Settlement wallets whose day of waiting is over. */
  walletChanges(now: Date, lateMs: number, limit: number): Promise<Backlog>;
  /** Answers under idempotency keys that should be forgotten by now. */
  pruning(now: Date, lateMs: number, limit: number): Promise<Backlog>;
  /** When each chain's look at all balances last ended, or, before it ever did, when the first began. */
  balanceSweeps(): Promise<{ chainId: number; finishedAt: Date | null; startedAt: Date }[]>;
};
