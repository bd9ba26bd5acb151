import { type DeliveryParts, endpointPlaces, leaseMs } from "./attempt-delivery";
import type { PostsInProgress } from "./posts-in-progress";

export type EndpointClaims = {
  /** When the next delivery becomes due, as of the last search. */
  readonly nextDueAt: Date | null;
  /** Time since the last search for due deliveries. */
  msSinceSearch(): number;
  /** Finds endpoints with due deliveries. */
  findDueEndpoints(): Promise<void>;
  /**
   * Claims and posts while there are endpoints to claim for, and places.
   *
   * @returns whether it passed over endpoints, to be claimed for in the next turn
   */
  claim(): Promise<boolean>;
  /** Claims again for those of these endpoints that had more due deliveries than places. */
  reopen(endpointIds: readonly string[]): void;
  forgetFull(): void;
};

/** Keeps which endpoints to claim for, and hands their due deliveries to the posts. */
export function createEndpointClaims(
  { clock, webhooks }: DeliveryParts,
  posts: PostsInProgress,
): EndpointClaims {
  /** Endpoints to claim for. */
  const claimable = new Set<string>();
  /** Endpoints with possibly more due deliveries than places. */
  const full = new Set<string>();
  let searchedAt = Number.NEGATIVE_INFINITY;
  let nextDueAt: Date | null = null;

  return {
    get nextDueAt() {
      return nextDueAt;
    },
    msSinceSearch: () => performance.now() - searchedAt,
    async findDueEndpoints() {
      const found = await webhooks.findDue(clock.now(), endpointPlaces);
      searchedAt = performance.now();
      nextDueAt = found.nextDueAt;
      for (const endpointId of found.endpointIds) claimable.add(endpointId);
    },
    async claim() {
      const passedOver: string[] = [];
      for (;;) {
        const endpoints = posts.share(claimable);
        if (endpoints.length === 0) break;
        const now = clock.now();
        const claimed = await webhooks.claim({ endpoints, now, leaseMs, places: endpointPlaces });
        for (const delivery of claimed.deliveries) posts.post(delivery);
        for (const { id } of endpoints) claimable.delete(id);
        for (const endpointId of claimed.full) full.add(endpointId);
        passedOver.push(...claimed.passedOver);
      }
      for (const endpointId of passedOver) claimable.add(endpointId);
      return passedOver.length > 0;
    },
    reopen(endpointIds) {
      for (const endpointId of endpointIds) if (full.delete(endpointId)) claimable.add(endpointId);
    },
    forgetFull: () => full.clear(),
  };
}
