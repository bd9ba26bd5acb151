import type { EndpointPlaces } from "../ports/webhook-store";

/** Posts to one endpoint at once, of all instances together; few while it fails, so that it costs little. */
export const endpointPlaces: EndpointPlaces = { working: 10, failing: 2 };

/** Posts of one process at once. */
const postsAtOnce = 1_000;
/** Of these, places that only endpoints get which have no post under way here, one each. */
const placesForOthers = 250;
const endpointsPerClaim = 200;

/** The places for posts of one process, shared out so that those who never answer leave some to others. */
export type PostPlaces = {
  /** Posts under way. */
  readonly taken: number;
  take(endpointId: string): void;
  giveBack(endpointId: string): void;
  /** Which of these endpoints may claim at this moment, and how much each. */
  share(endpointIds: Iterable<string>): { endpointIds: string[]; atMost: number };
};

export function createPostPlaces(): PostPlaces {
  const underWay = new Map<string, number>();
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    take(endpointId) {
      taken += 1;
      underWay.set(endpointId, (underWay.get(endpointId) ?? 0) + 1);
    },
    giveBack(endpointId) {
      taken -= 1;
      const left = (underWay.get(endpointId) ?? 1) - 1;
      if (left === 0) underWay.delete(endpointId);
      else underWay.set(endpointId, left);
    },
    share(wanting) {
      const spare = postsAtOnce - taken;
      const isCrowded = spare <= placesForOthers;
      const endpointIds = [...wanting]
        .filter((endpointId) => !isCrowded || !underWay.has(endpointId))
        .slice(0, Math.min(spare, endpointsPerClaim));
      const each = isCrowded ? 1 : Math.floor((spare - placesForOthers) / endpointIds.length);
      return { endpointIds, atMost: Math.max(1, Math.min(each, endpointPlaces.working)) };
    },
  };
}
