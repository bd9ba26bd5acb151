import type { ClaimedDelivery, EndpointClaim, EndpointPlaces } from "@/lib/webhooks/webhook-store.port";

/**
 * Posts to one endpoint at once, of all instances together. First attempts have their own places, so that they never
 * wait for retries. A failing endpoint has few places for retries, so that it costs little.
 */
export const endpointPlaces: EndpointPlaces = { firstAttempts: 50, retries: 10, retriesWhileFailing: 2 };

/** Posts of one process at once. */
const firstAttemptsAtOnce = 700;
const retriesAtOnce = 300;
/** One endpoint may hold a tenth of the places that are free, so that hanging posts always leave some to others. */
const freePerEndpoint = 10;
const endpointsPerClaim = 200;

type Post = Pick<ClaimedDelivery, "endpointId" | "attemptsMade">;

/** The places for posts of one process, shared out so that endpoints that never answer leave some to others. */
export type PostPlaces = {
  /** Posts under way. */
  readonly taken: number;
  take(post: Post): void;
  giveBack(post: Post): void;
  /** Which of these endpoints may claim at this moment, and how much each. */
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
    /** @returns what gives one endpoint after another its even part of the free places */
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
