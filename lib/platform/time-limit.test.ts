import { afterEach, describe, expect, it, test, vi } from "vitest";
import { coalesce, TookTooLong, withTimeLimit } from "./time-limit";

const never = new Promise<string>(() => undefined);

it("returns a result that arrives in time", async () => {
  expect(await withTimeLimit(60_000, "the word", Promise.resolve("word"))).toBe("word");
  await expect(withTimeLimit(60_000, "the word", Promise.reject(new Error("no")))).rejects.toThrow("no");
});

it("names the operation that timed out", async () => {
  await expect(withTimeLimit(10, "the word", never)).rejects.toThrow(
    new TookTooLong("the word took more than 10 ms"),
  );
});

it("leaves nothing behind that keeps a process", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  await withTimeLimit(60_000, "the word", Promise.resolve("word"));
  expect(timers()).toBe(before);
});

type Run = { key: string; resolve: (value: string) => void; reject: (error: Error) => void };

/** Work that ends when the test says so; `runs` are those that began, in their order. */
function controlled() {
  const runs: Run[] = [];
  const look = coalesce<string>(
    (key) => new Promise((resolve, reject) => runs.push({ key, resolve, reject })),
  );
  const run = (at: number): Run => {
    const found = runs[at];
    if (found === undefined) throw new Error(`run ${at} has not begun`);
    return found;
  };
  return { look, runs, run };
}

afterEach(() => {
  vi.useRealTimers();
});

test("a single call starts at once, and the next one starts a new run", async () => {
  const { look, runs, run } = controlled();
  const first = look("a");
  run(0).resolve("one");
  expect(await first).toBe("one");
  const second = look("a");
  run(1).resolve("two");
  expect(await second).toBe("two");
  expect(runs).toHaveLength(2);
});

test("calls that come while work is under way share the run after it", async () => {
  const { look, runs, run } = controlled();
  const first = look("a");
  const waiting = Array.from({ length: 49 }, () => look("a"));
  expect(runs).toHaveLength(1);
  run(0).resolve("before");
  expect(await first).toBe("before");
  await vi.waitFor(() => expect(runs).toHaveLength(2));
  run(1).resolve("after");
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["after"]));
  expect(runs).toHaveLength(2);
});

test("no call gets a result from before it came", async () => {
  let state = 0;
  const look = coalesce<number>(async () => {
    const found = state;
    for (let turn = 0; turn < 3; turn++) await Promise.resolve();
    return found;
  });
  const told: Promise<void>[] = [];
  for (let moment = 0; moment < 500; moment++) {
    state = moment;
    told.push(look("a").then((found) => expect(found).toBeGreaterThanOrEqual(moment)));
    for (let turn = 0; turn < moment % 7; turn++) await Promise.resolve();
  }
  await Promise.all(told);
});

test("keys do not wait for each other", async () => {
  const { look, runs, run } = controlled();
  const [a, b] = [look("a"), look("b")];
  expect(runs.map(({ key }) => key)).toEqual(["a", "b"]);
  run(1).resolve("of b");
  expect(await b).toBe("of b");
  run(0).resolve("of a");
  expect(await a).toBe("of a");
});

describe("an error", () => {
  test("reaches all callers of the run, and not those who wait for the next", async () => {
    const { look, runs, run } = controlled();
    const first = look("a");
    const waiting = [look("a"), look("a")];
    run(0).reject(new Error("first"));
    await expect(first).rejects.toThrow("first");
    await vi.waitFor(() => expect(runs).toHaveLength(2));
    const later = look("a");
    run(1).reject(new Error("second"));
    for (const call of waiting) await expect(call).rejects.toThrow("second");
    await vi.waitFor(() => expect(runs).toHaveLength(3));
    run(2).resolve("well again");
    expect(await later).toBe("well again");
  });
});

test("a hanging run delays nobody for long, and its late end changes nothing", async () => {
  vi.useFakeTimers();
  const { look, runs, run } = controlled();
  const hanging = look("a");
  const waiting = look("a");
  await vi.advanceTimersByTimeAsync(499);
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(2);
  const afterwards = look("a");
  run(0).resolve("at last");
  expect(await hanging).toBe("at last");
  expect(runs).toHaveLength(2);
  run(1).resolve("two");
  expect(await waiting).toBe("two");
  await vi.advanceTimersByTimeAsync(0);
  run(2).resolve("three");
  expect(await afterwards).toBe("three");
  expect(vi.getTimerCount()).toBe(0);
});
