import { beforeEach, describe, expect, test } from "vitest";
import { buildQuote, later, usdt } from "@/lib/testing/builders";
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

describe("expirable", () => {
  const expiresAt = later(30 * minute);
  const now = later(40 * minute);
  const scanned = (...entries: [number, Date][]) => new Map(entries);

  test("waits until the chain was scanned strictly past the expiry", async () => {
    const { id } = await stores.createCheckout({ projectId, expiresAt });
    const at = (through: Date) => stores.expiry.expirable(now, scanned([31337, through]), 9);
    expect(await at(later(-1, expiresAt))).toEqual([]);
    expect(await at(expiresAt)).toEqual([]);
    expect(await at(later(1, expiresAt))).toEqual([id]);
    expect(await stores.expiry.expirable(expiresAt, scanned([31337, now]), 9)).toEqual([]);
  });

  test("waits for every chain that was selected, and for none that was only offered", async () => {
    const checkout = await stores.createCheckout({ projectId, expiresAt });
    await stores.payments.transaction((tx) =>
      tx.saveAdvances([
        {
          checkout,
          previousStatus: "PENDING",
          newQuotes: [
            buildQuote({ chainId: 31339, offered: true }),
            buildQuote({ chainId: 31338, tokenAddress: usdt }),
          ],
          timeline: [],
          events: [],
        },
      ]),
    );
    const both = (second: Date) => scanned([31337, now], [31338, second]);
    expect(await stores.expiry.expirable(now, both(expiresAt), 9)).toEqual([]);
    // Of a chain that is not told of nothing is known, so nothing is concluded.
    expect(await stores.expiry.expirable(now, scanned([31337, now]), 9)).toEqual([]);
    expect(await stores.expiry.expirable(now, both(now), 9)).toEqual([checkout.id]);
  });

  test("uses the clock without a quote; is oldest first, bounded, and PENDING only", async () => {
    const none = { projectId, chainId: null, tokenAddress: null, amountUnits: null };
    const second = await stores.createCheckout({ ...none, expiresAt: later(1, expiresAt) });
    const first = await stores.createCheckout({ ...none, expiresAt });
    await stores.createCheckout({ ...none, expiresAt, status: "CANCELLED" });
    expect(await stores.expiry.expirable(now, scanned(), 9)).toEqual([first.id, second.id]);
    expect(await stores.expiry.expirable(now, scanned(), 1)).toEqual([first.id]);
  });
});
