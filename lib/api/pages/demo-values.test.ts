import { afterAll, beforeAll, expect, test } from "vitest";
import { markClient, prepareClientAddress } from "@/lib/api/client-address";
import { placeholders } from "@/lib/docs/placeholders";
import { buildChain, usdc } from "@/lib/testing/builders";
import { demoValues } from "./demo-values";

const DEMO_SHOP = {
  serverKey: "svc_server_demo",
  apiKey: "svc_sk_demo",
  projectId: "prj_demo",
  webhookSecret: "whsec_demo",
  ordersFolder: "orders",
};
const demo = {
  DEMO_SHOP,
  CHAINS: [{ ...buildChain(), rpcUrls: ["http://127.0.0.1:8545"] }],
};

beforeAll(() => void prepareClientAddress("socket"));
afterAll(() => Reflect.deleteProperty(globalThis, Symbol.for("stablecoin-checkout.client-address")));

function headersFrom(
  remoteAddress: string,
  host = "localhost:3000",
  more: Record<string, string> = {},
): Headers {
  const headers: Record<string, string> = { host, ...more };
  markClient({ headers, socket: { remoteAddress } } as never, 0);
  return new Headers(headers);
}

test("are the demo's keys, project, chain and token for a reader on its machine", () => {
  const values = new Map(demoValues(demo, headersFrom("127.0.0.1")));
  expect(values.get(placeholders.server)).toBe(DEMO_SHOP.serverKey);
  expect(values.get(placeholders.api)).toBe(DEMO_SHOP.apiKey);
  expect(values.get("prj_…")).toBe(DEMO_SHOP.projectId);
  expect(values.get('"chainId": 8453')).toBe('"chainId": 31337');
  expect([...values.values()].map((value) => value.toLowerCase())).toContain(usdc);
  expect(JSON.stringify([...values])).not.toContain(DEMO_SHOP.webhookSecret);
});

test.each([
  ["a reader elsewhere", demo, headersFrom("198.51.100.7")],
  [
    "a proxy on this machine",
    demo,
    headersFrom("127.0.0.1", "localhost:3000", { "x-forwarded-for": "198.51.100.7" }),
  ],
  ["another name that leads to this machine", demo, headersFrom("127.0.0.1", "rebound.example:3000")],
  ["a service that is no demo", { ...demo, DEMO_SHOP: undefined }, headersFrom("127.0.0.1")],
])("are none for %s", (_, facts, headers) => {
  expect(demoValues(facts, headers)).toEqual([]);
});
