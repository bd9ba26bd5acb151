import type { ClaimedDelivery, EndpointClaim, EndpointPlaces } from "@/lib/webhooks/webhook-store.port";

/**
 * Concurrent posts to one endpoint over all instances. First attempts have places of their own, so that retries never
 * delay them. A failing endpoint has few places for retries, so that it costs little.
 */
export const endpointPlaces: EndpointPlaces = { firstAttempts: 50, retries: 10, retriesWhileFailing: 2 };

/** Concurrent posts of one process. */
const firstAttemptsAtOnce = 700;
const retriesAtOnce = 300;
/** One endpoint may take a tenth of the free places, so that hanging posts leave some to others. */
const freePerEndpoint = 10;
const endpointsPerClaim = 200;

type Post = Pick<ClaimedDelivery, "endpointId" | "attemptsMade">;

/** The places for posts of one process, divided so that endpoints that never answer leave some to others. */
export type PostPlaces = {
  /** Posts in progress. */
  readonly taken: number;
  take(post: Post): void;
  giveBack(post: Post): void;
  /** Which of these endpoints may claim now, and how many. */
  share(endpointIds: Iterable<string>): EndpointClaim[];
};

export function createPostPlaces(): PostPlaces {
  const firstAttempts = createPool(firstAttemptsAtOnce);
  const retries = createPool(retriesAtOnce);
  const poolOf = ({ attemptsMade }: Post) => (attemptsMade === 0 ? firstAttempts : retries);
  return {
    get taken() {
      return firstAttempts.taken + retries.taken;
    },
    take: (post) => poolOf(post).add(post.endpointId, 1),
    giveBack: (post) => poolOf(post).add(post.endpointId, -1),
    share(wanting) {
      const endpointIds = [...wanting].filter((id) => firstAttempts.roomFor(id) + retries.roomFor(id) > 0);
      const giveFirst = firstAttempts.shareAmong(endpointIds.length);
      const giveRetries = retries.shareAmong(endpointIds.length);
      return endpointIds
        .slice(0, endpointsPerClaim)
        .map((id) => ({ id, firstAttempts: giveFirst(id), retries: giveRetries(id) }))
        .filter((claim) => claim.firstAttempts + claim.retries > 0);
    },
  };
}

function createPool(size: number) {
  const underWay = new Map<string, number>();
  let taken = 0;
  const roomFor = (endpointId: string, free = size - taken) => {
    const limit = Math.min(free, Math.max(1, Math.floor(free / freePerEndpoint)));
    return Math.max(0, limit - (underWay.get(endpointId) ?? 0));
  };
  return {
    get taken() {
      return taken;
    },
    add(endpointId: string, count: 1 | -1) {
      taken += count;
      const left = (underWay.get(endpointId) ?? 0) + count;
      if (left === 0) underWay.delete(endpointId);
      else underWay.set(endpointId, left);
    },
    roomFor,
    /** @returns a function that gives each endpoint an equal share of the free places */
    shareAmong(endpoints: number) {
      let free = size - taken;
      const each = Math.max(1, Math.floor(free / (endpoints + freePerEndpoint)));
      return (endpointId: string) => {
        const given = Math.min(roomFor(endpointId, free), each);
        free -= given;
        return given;
      };
    },
  };
}
