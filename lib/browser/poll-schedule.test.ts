import { describe, expect, it } from "vitest";
import { nextPollDelayMs, nextStreamDelayMs, type PollState } from "./poll-schedule";

const calm: PollState = {
  pace: "waiting",
  hidden: false,
  failures: 0,
  unchangedForMs: 0,
  retryAfterMs: 0,
  jitter: 0.5,
};

describe("nextPollDelayMs", () => {
  it("polls every second while a payment is awaited", () => {
    expect(nextPollDelayMs(calm)).toBe(1_000);
  });

  it.each([
    ["waiting", [1_000, 2_000, 2_000, 5_000, 15_000, 15_000]],
    ["slow", [10_000, 10_000, 10_000, 30_000, 120_000, 120_000]],
  ] as const)("polls less and less often while nothing changes (%s)", (pace, delays) => {
    const unchanged = [119_999, 120_000, 599_999, 600_000, 3_600_000, 90_000_000];
    expect(unchanged.map((unchangedForMs) => nextPollDelayMs({ ...calm, pace, unchangedForMs }))).toEqual(
      delays,
    );
  });

  it("slows down when a change is unlikely, and while the page is hidden", () => {
    expect(nextPollDelayMs({ ...calm, pace: "slow" })).toBe(10_000);
    expect(nextPollDelayMs({ ...calm, hidden: true })).toBe(15_000);
  });

  it("backs off with every failure, up to half a minute, spread by a quarter either way", () => {
    const delays = [1, 2, 3, 4, 5, 20].map((failures) => nextPollDelayMs({ ...calm, failures }));
    expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(nextPollDelayMs({ ...calm, failures: 2, jitter: 0 })).toBe(3_000);
    expect(nextPollDelayMs({ ...calm, failures: 2, jitter: 0.999 })).toBe(4_998);
  });

  it("waits at least as long as the server requests", () => {
    expect(nextPollDelayMs({ ...calm, retryAfterMs: 7_000 })).toBe(7_000);
    expect(nextPollDelayMs({ ...calm, failures: 1, retryAfterMs: 7_000 })).toBe(7_000);
  });
});

describe("nextStreamDelayMs", () => {
  it("reopens a broken stream soon, with a random delay per page", () => {
    expect([0, 0.5, 0.999].map((jitter) => nextStreamDelayMs(0, jitter))).toEqual([750, 1_500, 2_249]);
  });

  it("tries less and less often where nothing ever comes, at last every ten minutes", () => {
    const delays = [1, 2, 3, 6, 60].map((unheard) => nextStreamDelayMs(unheard, 0.5));
    expect(delays).toEqual([30_000, 60_000, 120_000, 600_000, 600_000]);
  });
});
