import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Call } from "@/lib/api/http/note-request";
import type { RequestLimits } from "@/lib/api/wiring/http";
import type { Admission, Limit } from "@/lib/platform/limits/rate-limiter.port";
import type { Project } from "@/lib/projects/project.store";
import { noon } from "@/lib/testing/builders";
import { clientMark, clientNetwork, countFailedKey, limitByClient, limitByProject } from "./limits";

describe("client network", () => {
  describe("clientNetwork", () => {
    test.each([
      ["203.0.113.7", "203.0.113.7"],
      ["0.0.0.0", "0.0.0.0"],
      ["unknown", "unknown"],
      ["2001:db8:0:7::1", "2001:db8:0:7::/64"],
      ["2001:DB8:0:7:ffff:ffff:ffff:ffff", "2001:db8:0:7::/64"],
      ["2001:0db8:0000:0007:0000:0000:0000:0001", "2001:db8:0:7::/64"],
      ["2001:db8::1", "2001:db8:0:0::/64"],
      ["2001:db8:0:8::1", "2001:db8:0:8::/64"],
      ["::1", "0:0:0:0::/64"],
      ["::", "0:0:0:0::/64"],
      ["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
      ["::2:3:4:5:6:7:8", "0:2:3:4::/64"],
      // The last two groups in IPv4's form.
      ["1:2::3:4:5:192.0.2.1", "1:2:0:3::/64"],
      ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
      ["::ffff:192.0.2.1", "192.0.2.1"],
      ["::ffff:c000:201", "192.0.2.1"],
      ["0:0:0:0:0:ffff:c000:0201", "192.0.2.1"],
    ])("%s counts as %s", (address, network) => {
      expect(clientNetwork(address)).toBe(network);
    });

    test("behavior: addresses of one network count together, of two networks apart", () => {
      const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
      const groups = fc.array(group, { minLength: 4, maxLength: 4 });
      // Below 2000::/3, so that none is an IPv4 address in another form.
      const network = groups.map(([, ...rest]) => ["2001", ...rest]);
      fc.assert(
        fc.property(network, network, groups, groups, (one, other, host, otherHost) => {
          const of = (...parts: string[][]) => clientNetwork(parts.flat().join(":"));
          expect(of(one, host)).toBe(of(one, otherHost));
          expect(of(one, host) === of(other, host)).toBe(one.join() === other.join());
        }),
      );
    });
  });
});

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

  const project = { id: "prj_1", serverRequestsPerMinute: null } as Project;

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
      asked.push(...limits.map(({ bucket, perMinute }) => ({ bucket, perMinute })));
      const states = limits.map(({ perMinute }) => ({ remaining: perMinute - 1, resetMs: 60_000 }));
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

  describe("a project's requests", () => {
    test("count in a bucket for its backend and one for its API keys", async () => {
      const { call, asked } = makeCall();
      await limitByProject(call, "server", project);
      await limitByProject(call, "project", project);
      expect(asked).toEqual([
        { bucket: "server:prj_1", perMinute: 1_000 },
        { bucket: "project:prj_1", perMinute: 100 },
      ]);
    });

    test("have the project's own limit on the Server API alone", async () => {
      const { call, asked } = makeCall();
      const own = { ...project, serverRequestsPerMinute: 7 };
      await limitByProject(call, "server", own);
      await limitByProject(call, "project", own);
      expect(asked.map(({ perMinute }) => perMinute)).toEqual([7, 100]);
    });
  });

  describe("anyone's requests", () => {
    const client = { bucket: "client:192.0.2.1", perMinute: 300 };
    const checkout = { bucket: `checkout:${checkoutId}:192.0.2.1`, perMinute: 120 };

    test("count by client, and for a checkout by client and checkout", async () => {
      const overall = makeCall();
      await limitByClient(overall.call);
      expect(overall.asked).toEqual([client]);
      const ofCheckout = makeCall({ params: { checkoutId } });
      await limitByClient(ofCheckout.call);
      expect(ofCheckout.asked).toEqual([client, checkout]);
    });

    test("that change a checkout count by client and checkout, and by the checkout over all clients", async () => {
      for (const address of ["192.0.2.1", "198.51.100.9"]) {
        const { call, asked } = makeCall({ method: "POST", params: { checkoutId }, address });
        await limitByClient(call);
        expect(asked.slice(-2)).toEqual([
          { bucket: `action:${checkoutId}:${address}`, perMinute: 10 },
          { bucket: `action:${checkoutId}`, perMinute: 100 },
        ]);
      }
    });

    test("are never limited to more than the database can count", async () => {
      const { call, asked } = makeCall({ method: "POST", params: { checkoutId } });
      call.deps.requestLimits.actionPerMinute = 1_000_000_000;
      await limitByClient(call);
      call.deps.requestLimits.actionPerMinute = 10;
      expect(asked.at(-1)?.perMinute).toBe(1_000_000_000);
    });

    test.each([
      "",
      "unknown",
      "chk_",
      checkoutId.toUpperCase(),
      `${checkoutId}0`,
      `${checkoutId}\n`,
      "x".repeat(9_999),
    ])("for what is no id (%j) count by client alone", async (id) => {
      const { call, asked } = makeCall({ method: "POST", params: { checkoutId: id } });
      await limitByClient(call);
      expect(asked).toEqual([client]);
    });

    test("that change a refund count by its link, of which no more than a hash is kept", async () => {
      const token = "a".repeat(43);
      const { call, asked } = makeCall({ method: "POST", params: { token } });
      await limitByClient(call);
      expect(asked).toEqual([
        client,
        { bucket: expect.stringMatching(/^refund:[0-9a-f]{64}$/), perMinute: 10 },
      ]);
      expect(JSON.stringify(asked)).not.toContain(token);
      const read = makeCall({ params: { token } });
      await limitByClient(read.call);
      expect(read.asked).toEqual([client]);
    });

    test.each(["", "short", "a".repeat(44), "x".repeat(9_999)])(
      "for what is no link (%j) count by client alone",
      async (token) => {
        const { call, asked } = makeCall({ method: "POST", params: { token } });
        await limitByClient(call);
        expect(asked).toEqual([client]);
      },
    );

    test("from one IPv6 network count together, and without an address as one client", async () => {
      for (const [address, bucket] of [
        ["2001:db8::1", "client:2001:db8:0:0::/64"],
        ["2001:db8::2", "client:2001:db8:0:0::/64"],
        [null, "client:0.0.0.0"],
      ] as const) {
        const { call, asked } = makeCall({ address });
        await limitByClient(call);
        expect(asked.map((limit) => limit.bucket)).toEqual([bucket]);
      }
    });
  });

  test("a client's mark on a checkout is its own, and tells no address", () => {
    const mark = (address: string, id = checkoutId) =>
      clientMark(new Request("http://localhost/", { headers: { "x-client-address": address } }), id);
    expect(mark("2001:db8::1")).toBe(mark("2001:db8::2"));
    const marks = [mark("192.0.2.1"), mark("192.0.2.2"), mark("192.0.2.1", "chk_other")];
    expect(new Set(marks).size).toBe(3);
    for (const each of marks) expect(each).toMatch(/^[0-9a-f]{64}$/);
  });

  test("keys that nobody has count by client", async () => {
    const { call, asked } = makeCall({ address: "2001:db8::1" });
    await countFailedKey(call);
    expect(asked).toEqual([{ bucket: "failed-key:2001:db8:0:0::/64", perMinute: 30 }]);
  });

  describe("the answer", () => {
    test("tells every limit when the request is admitted", async () => {
      const { call } = makeCall({ method: "POST", params: { checkoutId } });
      await limitByClient(call);
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
      await expect(limitByProject(call, "project", project)).rejects.toMatchObject({
        code: "RATE_LIMIT_EXCEEDED",
        retryAfterSeconds: seconds,
      });
      expect(call.headers.get("ratelimit")).toBe(`"project";r=0;t=${seconds}`);
      expect(call.headers.get("x-ratelimit-remaining")).toBe("0");
    });
  });
});
