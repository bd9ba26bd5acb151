import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLiveCheckouts, type LiveCheckouts } from "./live-checkouts";
import type { LiveStream } from "./live-stream";

// Time is the test's own; Postgres is a map that a test writes to.

type Row = { mark: string; fingerprint: string; isLast?: boolean; goodForMs?: number };

const rows = new Map<string, Row>();
let looks: (readonly string[])[];
let shows: string[];
let warnings: string[];
let answer: (ids: readonly string[]) => Promise<void>;
let readable: (id: string) => Promise<void>;
let live: LiveCheckouts;

const generous = { most: 10_000, perClient: 10_000 };

function open(limits = generous): LiveCheckouts {
  return createLiveCheckouts(
    {
      log: {
        info: () => undefined,
        error: () => undefined,
        warn: (_, message) => void warnings.push(message),
      },
      random: () => 0.5,
      checkoutMarks: {
        read: async (ids) => {
          looks.push(ids);
          await answer(ids);
          return new Map(ids.flatMap((id) => marked(id)));
        },
      },
      show: async (id) => {
        shows.push(id);
        await readable(id);
        const { fingerprint, isLast = false, goodForMs = Number.POSITIVE_INFINITY } = row(id);
        return { fingerprint, isLast, goodForMs };
      },
    },
    limits,
  );
}

const marked = (id: string): [string, string][] => {
  const found = rows.get(id);
  return found === undefined ? [] : [[id, found.mark]];
};

function row(id: string): Row {
  const found = rows.get(id);
  if (found === undefined) throw new Error(`${id} is nowhere`);
  return found;
}

/** What the stream tells from now on, in order. */
function listen(stream: LiveStream): (string | null)[] {
  const told: (string | null)[] = [];
  void (async () => {
    for (;;) {
      const message = await stream.next();
      told.push(message);
      if (message === null) return;
    }
  })();
  return told;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  rows.clear();
  looks = [];
  shows = [];
  warnings = [];
  answer = async () => undefined;
  readable = async () => undefined;
  live = open();
  rows.set("a", { mark: "1", fingerprint: "pay" });
  rows.set("b", { mark: "1", fingerprint: "choose" });
});
afterEach(() => {
  live.close();
  vi.useRealTimers();
});

test("sends the present view at once, and a change within a third of a second", async () => {
  const told = listen(await live.follow("a", "me"));
  await pass(0);
  expect(told).toEqual(["pay"]);
  rows.set("a", { mark: "2", fingerprint: "confirming" });
  await pass(300);
  expect(told).toEqual(["pay", "confirming"]);
});

test("sends nothing for a change with the same view, and reads it once", async () => {
  const told = listen(await live.follow("a", "me"));
  rows.set("a", { mark: "2", fingerprint: "pay" });
  await pass(3_000);
  expect(told).toEqual(["pay"]);
  expect(shows).toEqual(["a", "a"]);
});

test("a change between mark and reading is found by the next look", async () => {
  readable = async (id) => void rows.set(id, { mark: "2", fingerprint: "confirming" });
  answer = async () => undefined;
  const stream = await live.follow("a", "me");
  readable = async () => undefined;
  rows.set("a", { mark: "3", fingerprint: "paid" });
  const told = listen(stream);
  await pass(300);
  expect(told.at(-1)).toBe("paid");
});

test("polls once for all pages, and not at all without pages", async () => {
  await pass(5_000);
  expect(looks).toEqual([]);
  const streams = await Promise.all(["a", "a", "b"].map((id) => live.follow(id, "me")));
  looks.length = 0;
  await pass(300);
  expect(looks).toEqual([["a", "b"]]);
  for (const stream of streams) stream.end();
  await pass(300);
  looks.length = 0;
  await pass(5_000);
  expect(looks).toEqual([]);
});

test("splits thousands of ids into consecutive statements of 500", async () => {
  const ids = Array.from({ length: 1_201 }, (_, at) => `chk_${at}`);
  for (const id of ids) rows.set(id, { mark: "1", fingerprint: "pay" });
  await Promise.all(ids.map((id) => live.follow(id, "me")));
  let atOnce = 0;
  let most = 0;
  answer = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 50));
    atOnce -= 1;
  };
  looks.length = 0;
  await pass(450);
  expect(looks.map(({ length }) => length)).toEqual([500, 500, 201]);
  expect(most).toBe(1);
});

test("a look that takes long is not joined by another", async () => {
  await live.follow("a", "me");
  answer = () => new Promise((resolve) => setTimeout(resolve, 5_000));
  looks.length = 0;
  await pass(5_000);
  expect(looks.length).toBe(1);
});

test("rereads changes without a mark when their time has come", async () => {
  rows.set("a", { mark: "1", fingerprint: "pay", goodForMs: 2_000 });
  const told = listen(await live.follow("a", "me"));
  await pass(1_500);
  rows.set("a", { mark: "1", fingerprint: "time_up" });
  expect(shows).toEqual(["a"]);
  await pass(900);
  expect(told).toEqual(["pay", "time_up"]);
});

test("repeats the view every ten seconds, and stops while the database is down", async () => {
  const told = listen(await live.follow("a", "me"));
  await pass(10_500);
  expect(told).toEqual(["pay", "pay"]);
  answer = () => Promise.reject(new Error("gone"));
  await pass(60_000);
  expect(told).toEqual(["pay", "pay"]);
  expect(warnings).toEqual(["could not read changes for open pages; retrying"]);
  answer = async () => undefined;
  rows.set("a", { mark: "2", fingerprint: "paid" });
  await pass(5_000);
  expect(told).toEqual(["pay", "pay", "paid"]);
});

test("polls a failing database less and less, at least every five seconds", async () => {
  await live.follow("a", "me");
  answer = () => Promise.reject(new Error("gone"));
  looks.length = 0;
  await pass(10_000);
  expect(looks.length).toBe(5);
  looks.length = 0;
  await pass(50_000);
  expect(looks.length).toBe(10);
});

test("sends no outdated view to a page that connects while the database fails", async () => {
  await live.follow("a", "me");
  answer = () => Promise.reject(new Error("gone"));
  await pass(5_000);
  await expect(live.follow("a", "me")).rejects.toThrow("gone");
});

test("ends only the streams of a checkout that can't be read", async () => {
  const broken = listen(await live.follow("a", "me"));
  const good = listen(await live.follow("b", "me"));
  readable = (id) => (id === "a" ? Promise.reject(new Error("no such chain")) : Promise.resolve());
  rows.set("a", { mark: "2", fingerprint: "confirming" });
  rows.set("b", { mark: "2", fingerprint: "pay" });
  await pass(300);
  expect(broken).toEqual(["pay", null]);
  expect(good).toEqual(["choose", "pay"]);
});

test("ends a stream after the last screen, and after some minutes", async () => {
  const last = listen(await live.follow("a", "me"));
  const long = listen(await live.follow("b", "me"));
  rows.set("a", { mark: "2", fingerprint: "paid", isLast: true });
  await pass(300);
  expect(last).toEqual(["pay", "paid", null]);
  await pass(300_000);
  expect(long.at(-1)).toBeNull();
  expect(new Set(long)).toEqual(new Set(["choose", null]));

  const over = listen(await live.follow("a", "me"));
  await pass(0);
  expect(over).toEqual(["paid", null]);
});

test("keeps only the newest message for a page that doesn't read", async () => {
  const stream = await live.follow("a", "me");
  for (const [at, fingerprint] of ["partial", "confirming", "paid"].entries()) {
    rows.set("a", { mark: `${at + 2}`, fingerprint });
    await pass(300);
  }
  const told = listen(stream);
  await pass(0);
  expect(told).toEqual(["paid"]);
});

test("refuses an unknown id without using a place", async () => {
  live = open({ most: 1, perClient: 1 });
  await expect(live.follow("x", "me")).rejects.toMatchObject({ code: "CHECKOUT_NOT_FOUND" });
  await expect(live.follow("x", "me")).rejects.toMatchObject({ code: "CHECKOUT_NOT_FOUND" });
  await live.follow("a", "me");
});

test.each([
  ["in all", { most: 1, perClient: 9 }, ["me", "you", "them"], ["a", "a", "b"]],
  ["by one client when all are taken", { most: 3, perClient: 9 }, Array(4).fill("me"), Array(4).fill("a")],
  [
    "by one /56",
    { most: 99, perClient: 1 },
    ["0", "1", "2", "3", "4"].map((subnet) => `2001:db8:0:${subnet}::/64`),
    Array(5).fill("a"),
  ],
  ["by one client", { most: 9, perClient: 2 }, ["me", "me", "me"], ["a", "b", "b"]],
  ["by one client with one checkout", generous, Array(11).fill("me"), Array(11).fill("a")],
])("allows so many streams %s, until one ends", async (_, limits, clients, ids) => {
  live = open(limits);
  const [lastClient, lastId] = [clients.pop() ?? "", ids.pop() ?? ""];
  const streams = await Promise.all(clients.map((client, at) => live.follow(ids[at] ?? "", client)));
  const refused = live.follow(lastId, lastClient);
  await expect(refused).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED", retryAfterSeconds: 30 });
  // Ending twice gives one place back.
  streams.at(-1)?.end();
  streams.at(-1)?.end();
  await live.follow(lastId, lastClient);
  await expect(live.follow(lastId, lastClient)).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
});

test("leaves three streams to each other client when strangers hold all", async () => {
  live = open({ most: 3, perClient: 9 });
  for (let stream = 0; stream < 3; stream++) await live.follow("a", "stranger");
  await expect(live.follow("b", "stranger")).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
  for (let stream = 0; stream < 3; stream++) await live.follow("a", "customer");
  await expect(live.follow("b", "customer")).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
});

test("a process that stops ends all streams at once, and opens none any more", async () => {
  const told = listen(await live.follow("a", "me"));
  live.close();
  await pass(0);
  expect(told).toEqual(["pay", null]);
  await expect(live.follow("a", "me")).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
  looks.length = 0;
  await pass(5_000);
  expect(looks).toEqual([]);
});

test("sends the same view to pages of one checkout that connect together", async () => {
  const streams = await Promise.all(["me", "you", "they"].map((client) => live.follow("a", client)));
  const told = streams.map(listen);
  await pass(0);
  rows.set("a", { mark: "2", fingerprint: "paid", isLast: true });
  await pass(300);
  expect(told).toEqual(Array.from({ length: 3 }, () => ["pay", "paid", null]));
});
