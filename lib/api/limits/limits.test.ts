import { describe, expect, test } from "vitest";
import type { Call } from "@/lib/api/http/note-request";
import type { RequestLimits } from "@/lib/api/wiring/http";
import type { Limit } from "@/lib/platform/limits/client-limits.rules";
import type { Admission } from "@/lib/platform/limits/rate-limiter.port";
import { noon } from "@/lib/testing/builders";
import { countFailedKey, limitActions, limitByClient, limitDrawings, projectLimit } from "./limits";

describe("limits", () => {
  const requestLimits: RequestLimits = {
    projectPerMinute: 100,
    serverPerMinute: 1_000,
    publicPerMinute: 120,
    publicIpPerMinute: 300,
    pagePerMinute: 300,
    actionPerMinute: 10,
    failedKeysPerMinute: 30,
  };

  const checkoutId = `chk_${"0".repeat(26)}`;

  /** A call whose limiter remembers what it was asked, and answers as told. */
  function makeCall({
    method = "GET",
    address = "192.0.2.1",
    params = {},
    answer,
  }: {
    method?: string;
    address?: string | null;
    params?: Record<string, string>;
    answer?: Partial<Admission>;
  } = {}): { call: Call; asked: Limit[] } {
    const asked: Limit[] = [];
    const take = async (limits: readonly Limit[]): Promise<Admission> => {
      asked.push(...limits);
      const states = limits.map(({ most }) => ({ remaining: most - 1, resetMs: 60_000 }));
      return { admitted: true, states, retryAfterMs: 0, ...answer };
    };
    const headers = new Headers(address === null ? {} : { "x-client-address": address });
    const call = {
      deps: { rateLimiter: { take }, requestLimits, clock: { now: () => noon } },
      request: new Request("http://localhost/", { method, headers }),
      params,
      requestId: "request",
      headers: new Headers(),
    } as unknown as Call;
    return { call, asked };
  }

  test("a project's requests count in a bucket for its backend and one for its API keys", () => {
    expect([projectLimit({ requestLimits }, "server"), projectLimit({ requestLimits }, "project")]).toEqual([
      { name: "server", bucket: "server:", most: 1_000, ofProject: true },
      { name: "project", bucket: "project:", most: 100, ofProject: true },
    ]);
  });

  describe("anyone's requests", () => {
    const client = { name: "client", bucket: "client:192.0.2.1", most: 300 };
    const checkout = { name: "checkout", bucket: `checkout:${checkoutId}:192.0.2.1`, most: 120 };

    test("count by client, and for a checkout by client and checkout", async () => {
      const overall = makeCall();
      await limitByClient(overall.call);
      expect(overall.asked).toEqual([client]);
      const ofCheckout = makeCall({ params: { checkoutId } });
      await limitByClient(ofCheckout.call);
      expect(ofCheckout.asked).toEqual([client, checkout]);
    });

    test("for a file to draw count by client and its wider networks, over all checkouts and links", async () => {
      for (const params of [{ checkoutId }, { slug: "coffee" }] as Record<string, string>[]) {
        const { call, asked } = makeCall({ params, address: "2001:db8::1" });
        await limitDrawings(call);
        expect(asked.map(({ bucket, most }) => [bucket, most])).toEqual([
          ["drawing:2001:db8:0:0::/64", 10],
          ["drawing:2001:db8:0:0::/56", 40],
          ["drawing:2001:db8:0::/48", 160],
        ]);
      }
    });

    test("that change a checkout count by client and checkout, and once valid by the checkout over all clients", async () => {
      for (const address of ["192.0.2.1", "198.51.100.9"]) {
        const { call, asked } = makeCall({ method: "POST", params: { checkoutId }, address });
        await limitByClient(call);
        expect(asked.slice(2)).toEqual([
          { name: "action", bucket: `action:${checkoutId}:${address}`, most: 10 },
        ]);
        await limitActions(call);
        expect(asked.slice(3)).toEqual([
          {
            name: "checkout-actions",
            bucket: `action:${checkoutId}`,
            most: 100,
            shared: { client: address, free: 3 },
          },
        ]);
      }
    });

    test("count over all clients only for a change of a checkout", async () => {
      for (const request of [{ params: { checkoutId } }, { method: "POST" }]) {
        const { call, asked } = makeCall(request);
        await limitActions(call);
        expect(asked).toEqual([]);
      }
    });

    test("are capped at the database's largest number", async () => {
      const { call, asked } = makeCall({ method: "POST", params: { checkoutId } });
      call.deps.requestLimits.actionPerMinute = 1_000_000_000;
      await limitActions(call);
      call.deps.requestLimits.actionPerMinute = 10;
      expect(asked.at(-1)?.most).toBe(1_000_000_000);
    });

    test.each([
      "",
      "unknown",
      "chk_",
      checkoutId.toUpperCase(),
      `${checkoutId}0`,
      `${checkoutId}\n`,
      "x".repeat(9_999),
    ])("for an invalid id (%j) count by client only", async (id) => {
      const { call, asked } = makeCall({ method: "POST", params: { checkoutId: id } });
      await limitByClient(call);
      expect(asked).toEqual([client]);
    });

    test("that change a refund count by a hash of its link", async () => {
      const token = "a".repeat(43);
      const { call, asked } = makeCall({ method: "POST", params: { token } });
      await limitByClient(call);
      expect(asked).toEqual([
        client,
        { name: "action", bucket: expect.stringMatching(/^refund:[0-9a-f]{64}$/), most: 10 },
      ]);
      expect(JSON.stringify(asked)).not.toContain(token);
      const read = makeCall({ params: { token } });
      await limitByClient(read.call);
      expect(read.asked).toEqual([client]);
    });

    test.each(["", "short", "a".repeat(44), "x".repeat(9_999)])(
      "for an invalid link (%j) count by client only",
      async (token) => {
        const { call, asked } = makeCall({ method: "POST", params: { token } });
        await limitByClient(call);
        expect(asked).toEqual([client]);
      },
    );

    test("from one IPv6 network count together, and without an address as one client", async () => {
      const networks = ["client:2001:db8:0:0::/64", "client:2001:db8:0:0::/56", "client:2001:db8:0::/48"];
      for (const [address, buckets] of [
        ["2001:db8::1", networks],
        ["2001:db8::2", networks],
        [null, ["client:0.0.0.0"]],
      ] as const) {
        const { call, asked } = makeCall({ address });
        await limitByClient(call);
        expect(asked.map((limit) => limit.bucket)).toEqual(buckets);
      }
    });

    test("of a wider IPv6 network have their own limit, which is reported by its length", async () => {
      const { call, asked } = makeCall({ method: "POST", params: { checkoutId }, address: "2001:db8::1" });
      await limitByClient(call);
      expect(asked.map(({ most }) => most)).toEqual([300, 1_200, 4_800, 120, 10, 40, 160]);
      expect(call.headers.get("ratelimit-policy")).toBe(
        '"client";q=300;w=60, "client-56";q=1200;w=60, "client-48";q=4800;w=60, "checkout";q=120;w=60, ' +
          '"action";q=10;w=60, "action-56";q=40;w=60, "action-48";q=160;w=60',
      );
    });
  });

  test("unknown keys count by client", async () => {
    const { call, asked } = makeCall({ address: "2001:db8::1" });
    await countFailedKey(call);
    expect(asked.map(({ bucket, most }) => [bucket, most])).toEqual([
      ["failed-key:2001:db8:0:0::/64", 30],
      ["failed-key:2001:db8:0:0::/56", 120],
      ["failed-key:2001:db8:0::/48", 480],
    ]);
  });

  describe("the answer", () => {
    test("reports every limit when the request is admitted", async () => {
      const { call } = makeCall({ method: "POST", params: { checkoutId } });
      await limitByClient(call);
      await limitActions(call);
      expect(Object.fromEntries(call.headers)).toEqual({
        "ratelimit-policy":
          '"client";q=300;w=60, "checkout";q=120;w=60, "action";q=10;w=60, "checkout-actions";q=100;w=60',
        ratelimit:
          '"client";r=299;t=60, "checkout";r=119;t=60, "action";r=9;t=60, "checkout-actions";r=99;t=60',
        "x-ratelimit-limit": "10",
        "x-ratelimit-remaining": "9",
        "x-ratelimit-reset": String(noon.getTime() / 1000 + 60),
      });
    });

    test.each([
      [1, 1],
      [1_000, 1],
      [1_001, 2],
      [59_999, 60],
    ])("when refused for %i ms says to wait %i s, with the same headers", async (retryAfterMs, seconds) => {
      const states = [{ remaining: 0, resetMs: retryAfterMs }];
      const { call } = makeCall({ answer: { admitted: false, states, retryAfterMs } });
      await expect(limitByClient(call)).rejects.toMatchObject({
        code: "RATE_LIMIT_EXCEEDED",
        retryAfterSeconds: seconds,
      });
      expect(call.headers.get("ratelimit")).toBe(`"client";r=0;t=${seconds}`);
      expect(call.headers.get("x-ratelimit-remaining")).toBe("0");
    });
  });
});
