import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type PollResult, usePolling } from "./use-polling";

/** The hook's effect; a test starts it as React would. */
const hook = vi.hoisted(() => ({ start: (): (() => void) | undefined => undefined }));

vi.mock("react", () => ({
  useRef: (current: unknown) => ({ current }),
  useEffectEvent: (callback: unknown) => callback,
  useEffect: (effect: typeof hook.start) => {
    hook.start = effect;
  },
}));

class Source {
  static opened: Source[] = [];
  isOpen = true;
  onmessage: ((message: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(readonly url: string) {
    Source.opened.push(this);
  }
  close() {
    this.isOpen = false;
  }
}

let page: EventTarget & { hidden: boolean };
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  Source.opened = [];
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("EventSource", Source);
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** No component is needed: React is replaced above. */
const callHook = usePolling;

const unchanged: PollResult = { changed: false };

/** Follows a page whose polls answer as `poll` does. */
function follow(poll: (signal: AbortSignal) => Promise<PollResult>, url?: string) {
  const polls = vi.fn(poll);
  callHook("waiting", polls, url === undefined ? undefined : { url, onMessage: () => false });
  const stop = hook.start() ?? (() => {});
  stops.push(stop);
  return { polls, stop };
}

function show(isVisible: boolean): void {
  page.hidden = !isVisible;
  page.dispatchEvent(new Event("visibilitychange"));
}

it("polls once a second, and never twice at a time", async () => {
  let answer = (_: PollResult) => {};
  const { polls } = follow(() => new Promise((resolve) => (answer = resolve)));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(polls).toHaveBeenCalledTimes(1);
  page.dispatchEvent(new Event("focus"));
  expect(polls).toHaveBeenCalledTimes(1);
  answer(unchanged);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(polls).toHaveBeenCalledTimes(2);
});

it("goes on after a poll that takes longer than ten seconds", async () => {
  const { polls } = follow(
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve({ failed: true, retryAfterMs: 0 }));
      }),
  );
  await vi.advanceTimersByTimeAsync(1_000 + 10_000 + 2_000);
  expect(polls).toHaveBeenCalledTimes(2);
});

it("polls at once when the page is seen again, and every fifteen seconds while it is not", async () => {
  const { polls } = follow(async () => unchanged);
  show(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(polls).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls).toHaveBeenCalledTimes(4);
  show(true);
  expect(polls).toHaveBeenCalledTimes(5);
});

it("does not poll while a stream delivers, and drops one that is silent", async () => {
  const { polls } = follow(async () => unchanged, "/stream");
  const [source] = Source.opened;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(polls).toHaveBeenCalledTimes(3);
  for (let beat = 0; beat < 6; beat += 1) {
    source?.onmessage?.({ data: "" });
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(polls).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(source?.isOpen).toBe(false);
  expect(polls).toHaveBeenCalledTimes(4);
});

it("polls while its stream is refused, which it opens less and less often", async () => {
  const { polls } = follow(async () => unchanged, "/stream");
  for (let second = 0; second < 60; second += 1) {
    const newest = Source.opened.at(-1);
    if (newest?.isOpen) newest.onerror?.();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(Source.opened).toHaveLength(2);
  expect(polls.mock.calls.length).toBeGreaterThan(50);
});

it("closes its stream after five seconds out of sight, and opens it once seen", async () => {
  follow(async () => unchanged, "/stream");
  Source.opened[0]?.onmessage?.({ data: "" });
  show(false);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(Source.opened[0]?.isOpen).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(Source.opened[0]?.isOpen).toBe(false);
  show(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(Source.opened[1]?.isOpen).toBe(true);
});

it("forgets its failures once the browser is online again", async () => {
  const { polls } = follow(async () => ({ failed: true, retryAfterMs: 0 }));
  await vi.advanceTimersByTimeAsync(30_000);
  const before = polls.mock.calls.length;
  page.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(polls).toHaveBeenCalledTimes(before + 2);
});

it("ends its request, its stream and its listeners when it stops", async () => {
  let isAborted = false;
  const { polls, stop } = follow(
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          isAborted = true;
          resolve({ failed: true, retryAfterMs: 0 });
        });
      }),
    "/stream",
  );
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  expect(isAborted).toBe(true);
  expect(Source.opened[0]?.isOpen).toBe(false);
  page.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls).toHaveBeenCalledTimes(1);
  expect(Source.opened).toHaveLength(1);
});
