import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWorkLeases, type WorkLeases } from "@/lib/platform/jobs/work-leases.store";
import { testWorld } from "@/lib/testing/world";
import { allowTurns, requestPass, stopTurns, type Turn, takeTurn } from "./turn";

/** Where `getWork` keeps what it made. */
const workSlot = Symbol.for("stablecoin-checkout.work");
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const world = testWorld();
let workLeases: WorkLeases;

beforeEach(async () => {
  workLeases = createWorkLeases(world.stores.database);
  become("first");
  allowTurns();
});
afterEach(async () => {
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, workSlot);
});

/** From here on this process is that instance. */
const become = (instanceId: string) => Reflect.set(globalThis, workSlot, { instanceId, log, workLeases });
const holder = async () => (await workLeases.holders(["work"])).get("work");

/** Work that looks until it is told that nothing is left. */
function openWork() {
  const work = {
    looks: 0,
    isDone: false,
    look: async (turn: Turn): Promise<void> => {
      for (;;) {
        work.looks += 1;
        if (work.isDone || turn.hasEnded()) return;
        await turn.pause(600_000);
      }
    },
    untilLooked: (times: number) => vi.waitFor(() => expect(work.looks).toBe(times), 10_000),
  };
  return work;
}

describe("a turn", () => {
  it("ends with its work and leaves the lease free", async () => {
    const work = openWork();
    work.isDone = true;
    expect(await takeTurn("work", work.look)).toEqual({ needsAnother: false });
    expect(work.looks).toBe(1);
    expect(await holder()).toBeUndefined();
  });

  it("looks again for each request, and ends only after the last was seen", async () => {
    const work = openWork();
    const turn = takeTurn("work", work.look);
    await work.untilLooked(1);
    expect(requestPass("work")).toBe(true);
    await work.untilLooked(2);
    expect(await takeTurn("work", work.look)).toEqual({ needsAnother: false });
    await work.untilLooked(3);
    work.isDone = true;
    requestPass("work");
    expect(await turn).toEqual({ needsAnother: false });
    expect(requestPass("work")).toBe(false);
  });

  it("passes again for a request during its last pass, from this instance or another", async () => {
    for (const request of [() => requestPass("work"), () => workLeases.wake("work")]) {
      let looks = 0;
      await takeTurn("work", async () => {
        if (++looks === 1) await request();
      });
      expect(looks).toBe(2);
    }
  });

  it("runs another pass when a renewal finds a request of another instance", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let renewal: Promise<number | null> | undefined;
    const renew: WorkLeases["renew"] = (...which) => {
      renewal = workLeases.renew(...which);
      return renewal;
    };
    Reflect.set(globalThis, workSlot, { instanceId: "first", log, workLeases: { ...workLeases, renew } });
    let looks = 0;
    await takeTurn("work", async () => {
      if (++looks > 1) return;
      await workLeases.wake("work");
      vi.advanceTimersByTime(1_500);
      await renewal;
    });
    expect(looks).toBe(2);
  });

  it("looks once more for a request that came while the lease was being released and renewed", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let looks = 0;
    let tellReleased = () => {};
    const released = new Promise<void>((resolve) => {
      tellReleased = resolve;
    });
    let renewal: Promise<number | null> | undefined;
    const renew: WorkLeases["renew"] = (...which) => {
      renewal = released.then(() => workLeases.renew(...which));
      return renewal;
    };
    const release: WorkLeases["release"] = async (...which) => {
      const isReleased = await workLeases.release(...which);
      if (looks > 1) return isReleased;
      requestPass("work");
      tellReleased();
      expect(await renewal).toBeNull();
      return isReleased;
    };
    const slowLeases = { ...workLeases, release, renew };
    Reflect.set(globalThis, workSlot, { instanceId: "first", log, workLeases: slowLeases });
    await takeTurn("work", async () => {
      looks += 1;
      if (looks === 1) vi.advanceTimersByTime(1_500);
    });
    expect(looks).toBe(2);
    expect(await holder()).toBeUndefined();
  });

  it("leaves the lease free when its work fails", async () => {
    const failing = takeTurn("work", () => Promise.reject(new Error("broken")));
    await expect(failing).rejects.toThrow("broken");
    expect(await holder()).toBeUndefined();
    expect(await takeTurn("work", async () => undefined)).toEqual({ needsAnother: false });
  });

  it("needs another turn when its time is up", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const work = openWork();
    const turn = takeTurn("work", work.look);
    await vi.waitFor(() => expect(work.looks).toBe(1));
    vi.advanceTimersByTime(50_000);
    expect(await turn).toEqual({ needsAnother: true });
    expect(await holder()).toBeUndefined();
    // The next step acquires it; until then no instance asks for a run.
    expect(await workLeases.takeIdle(["work"], 3_000, 3_000)).toEqual([]);
  });

  it("ends when the process stops, and none begins any more", async () => {
    const work = openWork();
    const turn = takeTurn("work", work.look);
    await work.untilLooked(1);
    stopTurns();
    expect(await turn).toEqual({ needsAnother: false });
    expect(await workLeases.takeIdle(["work"], 3_000, 3_000)).toHaveLength(1);
    expect(await takeTurn("work", work.look)).toEqual({ needsAnother: false });
    expect(work.looks).toBe(2);
  });
});

describe("with several instances", () => {
  it("one works, and a second one requests a pass of it", async () => {
    const before = await workLeases.acquire("work", "second", 60_000);
    expect(await takeTurn("work", () => Promise.reject(new Error("not ours")))).toEqual({
      needsAnother: false,
    });
    expect(await workLeases.renew("work", "second", 60_000)).toBe((before ?? 0) + 1);
  });

  it("another takes over once the lease of a killed holder has ended", async () => {
    await workLeases.acquire("work", "killed", 60_000);
    const work = openWork();
    work.isDone = true;
    await takeTurn("work", work.look);
    expect(work.looks).toBe(0);
    // The column rounds to milliseconds: the truncated time is over at once.
    await world.stores.database.pool.query(
      "UPDATE work_leases SET expires_at = date_trunc('milliseconds', clock_timestamp())",
    );
    await takeTurn("work", work.look);
    expect(work.looks).toBe(1);
  });

  it("a holder that lost the lease ends within seconds, and leaves it to the other", async () => {
    const work = openWork();
    const turn = takeTurn("work", work.look);
    await work.untilLooked(1);
    await world.stores.database.pool.query("UPDATE work_leases SET holder = 'second'");
    expect(await turn).toEqual({ needsAnother: false });
    expect(await holder()).toBe("second");
  });
});

describe("a fallback", () => {
  it("works under its own name, and gives way to the server's run in the same process", async () => {
    const [fallback, work] = [openWork(), openWork()];
    const replaced = takeTurn("work", fallback.look, true);
    await fallback.untilLooked(1);
    expect(await holder()).toBe("first (in process)");
    const turn = takeTurn("work", work.look);
    expect(await replaced).toEqual({ needsAnother: false });
    await work.untilLooked(1);
    expect(await holder()).toBe("first");
    // It does not come back while the server works.
    expect(await takeTurn("work", fallback.look, true)).toEqual({ needsAnother: false });
    work.isDone = true;
    requestPass("work");
    await turn;
    expect(fallback.looks).toBe(2);
  });

  it("ends when the server's run begins in another instance", async () => {
    const fallback = openWork();
    const replaced = takeTurn("work", fallback.look, true);
    await fallback.untilLooked(1);
    expect(await workLeases.acquire("work", "second", 60_000)).not.toBeNull();
    expect(await replaced).toEqual({ needsAnother: false });
    expect(await holder()).toBe("second");
  });
});
