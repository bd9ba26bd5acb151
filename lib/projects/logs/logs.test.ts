import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noon } from "@/lib/testing/builders";
import { createRequestRecorder } from "./logs";
import type { LoggedRequest } from "./logs.store";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const request = (index: number): LoggedRequest => ({
  requestId: String(index),
  projectId: "prj_1",
  keyId: "key_1",
  operation: "getCheckout",
  method: "GET",
  path: "/v1/checkouts",
  statusCode: 200,
  errorCode: null,
  durationMs: 1,
  createdAt: noon,
});

/** A recorder whose database takes a batch only when it is told to. */
function open() {
  const batches: string[][] = [];
  const warnings: object[] = [];
  let answer: { resolve(): void; reject(error: Error): void } | undefined;
  const recorder = createRequestRecorder({
    requestLog: {
      write: (requests) => {
        batches.push(requests.map(({ requestId }) => requestId));
        return new Promise((resolve, reject) => {
          answer = { resolve, reject };
        });
      },
    },
    log: { info: () => undefined, warn: (fields) => void warnings.push(fields), error: () => undefined },
  });
  const settle = async (act: "resolve" | "reject" = "resolve") => {
    answer?.[act](new Error("the database is away"));
    await vi.advanceTimersByTimeAsync(0);
  };
  const note = (from: number, to: number) => {
    for (let index = from; index < to; index++) recorder.note(request(index));
  };
  return { recorder, batches, warnings, settle, note };
}

const sizes = (batches: string[][]) => batches.map(({ length }) => length);

test("writes a second's entries at once, and nothing without entries", async () => {
  const { batches, note, settle } = open();
  note(0, 3);
  expect(batches).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(batches).toEqual([["0", "1", "2"]]);
  await settle();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(batches).toHaveLength(1);
});

test("writes full batches one at a time; later entries wait for a batch or a second", async () => {
  const { batches, note, settle } = open();
  note(0, 450);
  expect(sizes(batches)).toEqual([200]);
  await settle();
  expect(sizes(batches)).toEqual([200, 200]);
  await settle();
  expect(sizes(batches)).toEqual([200, 200]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sizes(batches)).toEqual([200, 200, 50]);
  expect(batches.flat()).toEqual(Array.from({ length: 450 }, (_, index) => String(index)));
});

test("drops the oldest when too many wait, and counts them", async () => {
  const { recorder, batches, note } = open();
  note(0, 10_200);
  expect(recorder.dropped).toBe(0);
  note(10_200, 10_201);
  expect(recorder.dropped).toBe(200);
  const stopped = recorder.stop();
  for (let batch = 0; batch < 60; batch++) await vi.advanceTimersByTimeAsync(0);
  expect(batches).toHaveLength(1);
  expect(await Promise.race([stopped.then(() => "stopped"), Promise.resolve("waits")])).toBe("waits");
});

test("logs lost entries when the database refuses them, and writes the next", async () => {
  const { recorder, batches, warnings, note, settle } = open();
  note(0, 2);
  await vi.advanceTimersByTimeAsync(1_000);
  await settle("reject");
  expect(recorder.dropped).toBe(2);
  expect(warnings).toEqual([expect.objectContaining({ lost: 2, dropped: 2 })]);
  note(2, 3);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(batches.at(-1)).toEqual(["2"]);
});

test("writes all that waits before it stops, and takes nothing more", async () => {
  const { recorder, batches, note, settle } = open();
  note(0, 401);
  const stopped = recorder.stop();
  note(401, 500);
  for (let batch = 0; batch < 3; batch++) await settle();
  await stopped;
  expect(sizes(batches)).toEqual([200, 200, 1]);
});
