import { describe, expect, test } from "vitest";
import { createPostPlaces, type PostPlaces } from "./attempt-delivery";

const first = (endpointId: string) => ({ endpointId, attemptsMade: 0 });
const retry = (endpointId: string) => ({ endpointId, attemptsMade: 1 });
const ids = (count: number) => Array.from({ length: count }, (_, index) => `whe_${index}`);

/** Takes all that these endpoints may have, in turns until nothing is left to take; nothing answers. */
function fill(places: PostPlaces, endpointIds: string[]): void {
  for (let before = -1; before !== places.taken; ) {
    before = places.taken;
    const wanting = new Set(endpointIds);
    for (let shares = places.share(wanting); shares.length > 0; shares = places.share(wanting))
      for (const { id, firstAttempts, retries } of shares) {
        wanting.delete(id);
        for (let count = 0; count < firstAttempts; count++) places.take(first(id));
        for (let count = 0; count < retries; count++) places.take(retry(id));
      }
  }
}

describe("share", () => {
  test("gives an endpoint more than it may ever lease while the process is idle", () => {
    const [share] = createPostPlaces().share(["whe_0"]);
    expect(share?.firstAttempts).toBeGreaterThanOrEqual(50);
    expect(share?.retries).toBeGreaterThanOrEqual(10);
  });

  test.each([1, 20, 100, 500])("leaves a place to others beside %i endpoints that never answer", (count) => {
    const places = createPostPlaces();
    fill(places, ids(count));
    const [share] = places.share(["whe_other"]);
    expect(share?.firstAttempts).toBeGreaterThan(0);
    expect(places.share(ids(count))).toEqual([]);
  });

  test("gives a first attempt its place however many retries hang, its own among them", () => {
    const places = createPostPlaces();
    for (const id of ids(150)) for (let count = 0; count < 2; count++) places.take(retry(id));
    expect(places.share(["whe_0"])).toEqual([{ id: "whe_0", firstAttempts: 63, retries: 0 }]);
  });

  test("never gives more than a thousand places, and gives a place again that was given back", () => {
    const places = createPostPlaces();
    fill(places, ids(1_000));
    expect(places.taken).toBe(1_000);
    expect(places.share(["whe_other"])).toEqual([]);
    places.giveBack(first("whe_0"));
    expect(places.share(["whe_other"])).toEqual([{ id: "whe_other", firstAttempts: 1, retries: 0 }]);
  });

  test("gives many endpoints their parts in one turn", () => {
    const shares = createPostPlaces().share(ids(200));
    expect(shares).toHaveLength(200);
    expect(shares.every(({ firstAttempts, retries }) => firstAttempts === 3 && retries === 1)).toBe(true);
  });
});
