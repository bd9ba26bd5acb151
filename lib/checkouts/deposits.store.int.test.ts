import { beforeEach, describe, expect, test } from "vitest";
import { later, noon, uniqueHex } from "@/lib/testing/builders";
import { testWorld } from "@/lib/testing/world";
import type { TestStores } from "@/lib/testing/world/stores";

const world = testWorld();
let stores: TestStores;
let projectId: string;

beforeEach(() => {
  stores = world.stores;
  projectId = world.project.id;
});

const minute = 60_000;

describe("watch", () => {
  test("includes checkouts that can be paid, confirmed or paid late, and returns the oldest", async () => {
    const now = later(48 * 60 * minute);
    const paid = { paymentTxHash: uniqueHex(32) };
    const at = (ms: number) => ({ createdAt: later(ms) });
    const watched = [
      await stores.createCheckout({ projectId, status: "PENDING", watchUntil: noon, ...at(30) }),
      await stores.createCheckout({ projectId, status: "DETECTED", watchUntil: noon, ...paid, ...at(20) }),
      await stores.createCheckout({ projectId, status: "EXPIRED", watchUntil: now, ...at(10) }),
      await stores.createCheckout({ projectId, status: "PAID", watchUntil: now, ...paid, ...at(40) }),
      // A customer who pays twice.
      await stores.createCheckout({ projectId, status: "SETTLED", watchUntil: now, ...paid, ...at(50) }),
    ];
    await stores.createCheckout({ projectId, status: "EXPIRED", watchUntil: later(-1, now), ...at(1) });
    await stores.createCheckout({
      projectId,
      status: "SETTLED",
      watchUntil: later(-1, now),
      ...paid,
      ...at(2),
    });
    const expected = watched.map(({ depositAddress }) => depositAddress).sort();
    expect((await stores.deposits.watchedAddresses(now, 5))?.sort()).toEqual(expected);
    expect(await stores.deposits.watchedAddresses(now, 4)).toBeNull();
    expect(await stores.deposits.oldestWatched(now)).toEqual(later(10));
  });

  test("is empty when nothing is open", async () => {
    expect(await stores.deposits.watchedAddresses(noon, 1)).toEqual([]);
    expect(await stores.deposits.oldestWatched(noon)).toBeNull();
  });
});
