import { expect, it } from "vitest";
import { drawGraph } from "./graph";
import type { Sample } from "./sample";

const spread = { p50: 1, p95: 40, p99: 60 };
const sample = (seconds: number, change: Partial<Sample> = {}): Sample => ({
  seconds,
  loadAverage: 2,
  rssBytes: 300 * 2 ** 20,
  heapBytes: 100 * 2 ** 20,
  cpuMsPerPayment: 10,
  latencies: { create: spread, poll: spread, detect: spread, paid: spread, tell: spread },
  unpaid: 0,
  untold: 0,
  due: 0,
  lateWorks: 0,
  ...change,
});

function lines(samples: readonly Sample[]): string[][] {
  return [...drawGraph(samples).matchAll(/points="([^"]*)"/g)].map(([, points = ""]) => points.split(" "));
}

it("draws each line from the left edge to the right one, the highest value below the top", () => {
  const [memory] = lines([sample(0), sample(60, { rssBytes: 400 * 2 ** 20 }), sample(120)]);
  expect(memory).toEqual(["60.0,62.0", "385.0,34.0", "710.0,62.0"]);
});

it("leaves out seconds in which nothing was measured", () => {
  const silent = { create: null, poll: null, detect: null, paid: null, tell: null };
  const drawn = lines([sample(0), sample(60, { latencies: silent }), sample(120)]);
  expect(drawn.map(({ length }) => length)).toEqual([3, 3, 2, 2, 2, 2, 2, 3]);
});
