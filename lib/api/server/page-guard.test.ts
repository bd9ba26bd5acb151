import { expect, test } from "vitest";
import type { Limit } from "@/lib/platform/limits/rate-limiter.port";
import { createPageGuard } from "./page-guard";

const checkoutId = `chk_${"0".repeat(26)}`;
const clientAddress = "2001:db8:0:7::1";
const admitted = { admitted: true, states: [], retryAfterMs: 0 };
const down = () => Promise.reject(new Error("the database is down"));

function makeGuard(overrides: Partial<Parameters<typeof createPageGuard>[0]> = {}) {
  const asked: unknown[] = [];
  const guard = createPageGuard({
    rateLimiter: {
      take: async (limits: readonly Limit[]) => {
        asked.push(...limits);
        return admitted;
      },
    },
    requestLimits: { pagePerMinute: 300 },
    frameOrigins: {
      find: async (id) => {
        asked.push(id);
        return ["https://shop.example"];
      },
    },
    ...overrides,
  });
  return { guard, asked };
}

test("a visit counts by the client's network, and the project's sites may frame the page", async () => {
  const { guard, asked } = makeGuard();
  expect(await guard({ family: "payment", checkoutId, clientAddress })).toEqual({
    frameAncestors: ["https://shop.example"],
    retryAfterMs: null,
  });
  expect(asked).toEqual([{ bucket: "page:2001:db8:0:7::/64", perMinute: 300 }, checkoutId]);
});

test.each([null, "", "unknown", `${checkoutId}0`, "x".repeat(8_000)])(
  "%s names no checkout, and is not looked for",
  async (id) => {
    const { guard, asked } = makeGuard();
    expect(await guard({ family: "payment", checkoutId: id, clientAddress })).toMatchObject({
      frameAncestors: [],
    });
    expect(asked).toHaveLength(1);
  },
);

test("who comes too often is told how long to wait", async () => {
  const rateLimiter = { take: async () => ({ admitted: false, states: [], retryAfterMs: 1_500 }) };
  expect(
    await makeGuard({ rateLimiter }).guard({ family: "payment", checkoutId, clientAddress }),
  ).toMatchObject({
    retryAfterMs: 1_500,
  });
});

test("without a database everybody may come, and nobody frame", async () => {
  const { guard } = makeGuard({ rateLimiter: { take: down }, frameOrigins: { find: down } });
  expect(await guard({ family: "payment", checkoutId, clientAddress })).toEqual({
    frameAncestors: [],
    retryAfterMs: null,
  });
});

test("the dashboard counts apart and more generously, what its router asks for in advance even more so", async () => {
  const { guard, asked } = makeGuard();
  for (const family of ["dashboard", "prefetch"] as const)
    expect(await guard({ family, checkoutId: null, clientAddress })).toEqual({
      frameAncestors: [],
      retryAfterMs: null,
    });
  expect(asked).toEqual([
    { bucket: "dashboard-page:2001:db8:0:7::/64", perMinute: 600 },
    { bucket: "dashboard-prefetch:2001:db8:0:7::/64", perMinute: 1_200 },
  ]);
});

test("no limit is beyond what the limiter counts", async () => {
  const { guard, asked } = makeGuard({ requestLimits: { pagePerMinute: 1_000_000_000 } });
  await guard({ family: "prefetch", checkoutId: null, clientAddress });
  expect(asked).toMatchObject([{ perMinute: 1_000_000_000 }]);
});
