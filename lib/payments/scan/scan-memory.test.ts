import { expect, it } from "vitest";
import { later, noon } from "@/lib/testing/builders";
import { clearTimer, createScanMemory, isDue, lastedMs } from "./scan-memory";

function memoryAt() {
  let now = noon;
  const deps = { clock: { now: () => now }, memory: createScanMemory() };
  const pass = (ms: number) => {
    now = later(ms, now);
  };
  return { deps, pass };
}

it("is due at first, and again after its interval", () => {
  const { deps, pass } = memoryAt();
  expect(isDue(deps, "hints 1", 2_000)).toBe(true);
  expect(isDue(deps, "hints 2", 2_000)).toBe(true);
  pass(1_999);
  expect(isDue(deps, "hints 1", 2_000)).toBe(false);
  pass(1);
  expect(isDue(deps, "hints 1", 2_000)).toBe(true);
  expect(isDue(deps, "hints 1", 2_000)).toBe(false);
});

it("lasts from its first sight until it is over", () => {
  const { deps, pass } = memoryAt();
  expect(lastedMs(deps, "behind")).toBe(0);
  pass(700);
  expect(lastedMs(deps, "behind")).toBe(700);
  expect(clearTimer(deps, "behind")).toBe(true);
  expect(clearTimer(deps, "behind")).toBe(false);
  expect(lastedMs(deps, "behind")).toBe(0);
});
