import { expect, test } from "vitest";
import type { Limit } from "@/lib/platform/limits/client-limits.rules";
import { createPageJudge } from "./page-guard";
import type { PageVisit } from "./page-visit";

const checkoutId = `chk_${"0".repeat(26)}`;
const clientAddress = "2001:db8:0:7::1";
const admitted = { admitted: true, states: [], retryAfterMs: 0 };
const down = () => Promise.reject(new Error("the database is down"));
const visitTo = (kind: "c" | "l" | "r", name: string): PageVisit => ({
  family: "payment",
  subject: { kind, name },
  clientAddress,
});
const siteVisit = (page: string): PageVisit => ({
  family: "site",
  subject: { kind: "docs", name: page },
  clientAddress,
});
const dashboardVisit: PageVisit = { family: "dashboard", subject: null, clientAddress };

function makeJudge(overrides: Partial<Parameters<typeof createPageJudge>[0]> = {}) {
  const asked: unknown[] = [];
  const judge = createPageJudge({
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
        return id === checkoutId ? ["https://shop.example"] : null;
      },
    },
    hasPaymentLink: async (slug) => slug === "coffee",
    hasRefundLink: async (token) => token === "secret",
    ...overrides,
  });
  return { judge, asked };
}

test("a visit counts by the client's network, and the project's sites may frame the page", async () => {
  const { judge, asked } = makeJudge();
  expect(await judge(visitTo("c", checkoutId))).toEqual({
    frameAncestors: ["https://shop.example"],
    found: true,
    retryAfterMs: null,
  });
  expect(asked).toEqual([
    { bucket: "page:2001:db8:0:7::/64", most: 300 },
    { bucket: "page:2001:db8:0:0::/56", most: 1_200 },
    { bucket: "page:2001:db8:0::/48", most: 4_800 },
    checkoutId,
  ]);
});

test.each(["", "unknown", `${checkoutId}0`, "x".repeat(8_000)])(
  "refuses the malformed checkout id %s without a query",
  async (id) => {
    const { judge, asked } = makeJudge();
    expect(await judge(visitTo("c", id))).toMatchObject({ frameAncestors: [], found: false });
    expect(asked).toHaveLength(3);
  },
);

test.each([
  [visitTo("c", `chk_${"1".repeat(26)}`), false],
  [visitTo("l", "coffee"), true],
  [visitTo("l", "tea"), false],
  [visitTo("r", "secret"), true],
  [visitTo("r", "other"), false],
  [siteVisit("webhooks"), true],
  [siteVisit("nope"), false],
])("%j exists: %s", async (visit, found) => {
  expect(await makeJudge().judge(visit)).toMatchObject({ found, frameAncestors: [] });
});

test("gives the wait to a rate-limited visitor", async () => {
  const rateLimiter = { take: async () => ({ admitted: false, states: [], retryAfterMs: 1_500 }) };
  expect(await makeJudge({ rateLimiter }).judge(visitTo("c", checkoutId))).toMatchObject({
    retryAfterMs: 1_500,
  });
});

test("a refused visit to a link costs no query", async () => {
  const rateLimiter = { take: async () => ({ admitted: false, states: [], retryAfterMs: 1_500 }) };
  const { judge } = makeJudge({ rateLimiter, hasPaymentLink: down, hasRefundLink: down });
  for (const kind of ["l", "r"] as const)
    expect(await judge(visitTo(kind, "any"))).toMatchObject({ retryAfterMs: 1_500 });
});

test("opens only the site without a database", async () => {
  const { judge } = makeJudge({ rateLimiter: { take: down }, frameOrigins: { find: down } });
  expect(await judge(visitTo("c", checkoutId))).toBeNull();
  expect(await judge(dashboardVisit)).toBeNull();
  expect(await judge(siteVisit("webhooks"))).toMatchObject({ found: true, retryAfterMs: null });
});

test("the dashboard counts apart and more generously, and no further than the limiter", async () => {
  const { judge, asked } = makeJudge();
  await judge(dashboardVisit);
  expect(asked[0]).toEqual({ bucket: "dashboard-page:2001:db8:0:7::/64", most: 1_800 });
  const most = makeJudge({ requestLimits: { pagePerMinute: 1_000_000_000 } });
  await most.judge(dashboardVisit);
  expect(most.asked[0]).toMatchObject({ most: 1_000_000_000 });
});
