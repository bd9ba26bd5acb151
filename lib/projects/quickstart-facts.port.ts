/** How far a project is on the way from nothing to its first webhook. */
export type QuickstartFacts = {
  /** One that is in force, of either kind. */
  hasKey: boolean;
  /** The newest; null before the first. */
  checkoutId: string | null;
  /** The first that is there; null where there is none. */
  endpointId: string | null;
  /** One of the last deliveries to some endpoint was answered with 2xx. */
  isDelivered: boolean;
};

/** Looks at a bounded number of rows, however large the project. */
export type QuickstartReader = { read(projectId: string, now: Date): Promise<QuickstartFacts> };
