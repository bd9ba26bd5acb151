import { beforeEach, describe, expect, it } from "vitest";
import { createNodeHealth, type NodeHealthRecord } from "./node";

let nowMs: number;
let health: NodeHealthRecord;

beforeEach(() => {
  nowMs = Date.UTC(2026, 0, 1);
  health = createNodeHealth({ clock: { now: () => new Date(nowMs) }, random: () => 0 });
});

const fail = () => health.failed(health.begin(), "no");
const restMs = () => health.restsUntilMs - nowMs;

describe("a node's health", () => {
  it("is good at first", () => {
    expect(health.rests()).toBe(false);
    expect(health.consecutiveFailures).toBe(0);
    expect(health.lastError).toBeNull();
  });

  it("has it rest twice as long after each failure in a row, from a second to a minute", () => {
    const rests = Array.from({ length: 30 }, () => {
      fail();
      return restMs();
    });
    expect(rests.slice(0, 8)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(rests.at(-1)).toBe(60_000);
    expect(health.consecutiveFailures).toBe(30);
  });

  it("has it rest up to a quarter less by chance", () => {
    health = createNodeHealth({ clock: { now: () => new Date(nowMs) }, random: () => 1 });
    fail();
    expect(restMs()).toBe(750);
  });

  it("rests until that time and not longer", () => {
    fail();
    nowMs += 999;
    expect(health.rests()).toBe(true);
    nowMs += 1;
    expect(health.rests()).toBe(false);
  });

  it("is good again once it serves, and keeps its last error for those who look", () => {
    fail();
    fail();
    health.served(health.begin());
    expect(health.rests()).toBe(false);
    expect(health).toMatchObject({ consecutiveFailures: 0, lastError: "no" });
    fail();
    expect(restMs()).toBe(1_000);
  });

  it("tells since when it fails, and when it last served", () => {
    expect(health).toMatchObject({ failingSince: null, servedAt: null });
    const since = new Date(nowMs);
    fail();
    nowMs += 5_000;
    fail();
    expect(health.failingSince).toEqual(since);
    health.served(health.begin());
    expect(health).toMatchObject({ failingSince: null, servedAt: new Date(nowMs) });
  });

  it("counts questions that fail together once", () => {
    const together = [health.begin(), health.begin(), health.begin()];
    for (const begun of together) health.failed(begun, "no");
    expect(health.consecutiveFailures).toBe(1);
    expect(restMs()).toBe(1_000);
  });

  it("is not mended by an answer to a question from before the failure", () => {
    const before = health.begin();
    fail();
    health.served(before);
    expect(health.rests()).toBe(true);
  });
});
