/** What happened with one token of one chain; chain 0 and an empty token stand for "none chosen". */
export type HourSums = {
  chainId: number;
  tokenAddress: string;
  /** Made in that time, and how many of those are paid by now. */
  createdCount: number;
  convertedCount: number;
  /** Paid in that time, whenever made; smallest units. */
  paidCount: number;
  paidUnits: bigint;
  /** From creation to being paid, in milliseconds, summed over those. */
  paidMs: bigint;
};

/** Sums over the hourly counts of a project: never over its checkouts. */
export type OverviewStore = {
  /** By step, the first of which begins at `from`; whole hours in `[from, until)`. */
  steps(
    projectId: string,
    range: { from: Date; until: Date; stepMs: number },
  ): Promise<(HourSums & { step: number })[]>;
  totals(projectId: string, range: { from: Date; until: Date }): Promise<HourSums[]>;
};
