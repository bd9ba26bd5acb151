import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkoutId, exampleAnswer } from "../../../packages/client/src/scripted-service.fixture";

type Data = Record<string, unknown>;
type Price = { amount: number; currency_code: string };
type Provider = {
  initiatePayment(input: Price & { data: Data }): Promise<{ data: Data }>;
  updatePayment(input: Price & { data: Data }): Promise<{ data: Data }>;
  deletePayment(input: { data: Data }): Promise<unknown>;
};

/** The checkouts that the service has, by id. */
const checkouts = new Map<string, Data>();
let posts: { url: string; key: unknown; body: Data }[] = [];

/** The three paths that a session needs. */
const service = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  const { method, url = "", headers } = request;
  const [, id = ""] = /^\/v1\/checkouts\/?(\w*)/.exec(url) ?? [];
  if (method === "POST")
    posts.push({ url, key: headers["idempotency-key"], body: text === "" ? {} : JSON.parse(text) });
  const data = id === "" ? { ...checkouts.get(checkoutId), id: "chk_new" } : checkouts.get(id);
  response.writeHead(id === "" ? 201 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify({ ok: true, data }));
});

/** What Medusa gives to a provider. */
const medusa = `
  export class MedusaError extends Error {
    static Types = { INVALID_ARGUMENT: "invalid_argument", INVALID_DATA: "invalid_data", NOT_ALLOWED: "not_allowed" };
    constructor(type, message) { super(message); this.type = type; }
  }
  export class AbstractPaymentProvider { constructor(_container, config) { this.config = config; } }
  export const PaymentActions = {};
  export const MathBN = { convert: (value) => ({ toFixed: (digits) => Number(value).toFixed(digits) }) };`;

let sessions: Data[] = [];
let provider: Provider;
let folder: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  folder = await mkdtemp(path.join(os.tmpdir(), "medusa-provider-"));
  const outfile = path.join(folder, "provider.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("provider.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    plugins: [
      {
        name: "medusa",
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^@medusajs\// }, ({ path }) => ({ path, namespace: "medusa" }));
          onLoad({ filter: /.*/, namespace: "medusa" }, () => ({ contents: medusa }));
        },
      },
    ],
  });
  const { StablecoinCheckoutProvider } = await import(pathToFileURL(outfile).href);
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const paymentSessionService = {
    list: async (filter: Data) =>
      "id" in filter ? sessions.filter(({ id }) => id === filter.id) : [...sessions],
  };
  provider = new StablecoinCheckoutProvider(
    { paymentSessionService, logger: { info: () => undefined } },
    { baseUrl, serverKey: "svc_server_test", webhookSecret: "whsec_test" },
  );
});
afterAll(async () => {
  service.close();
  await rm(folder, { recursive: true });
});

const session = { session_id: "payses_1", checkoutId };
const price = { amount: 12.5, currency_code: "usd" };
const otherPrice = { ...price, amount: 15 };

function putCheckout(changes: Data, id = checkoutId): void {
  const { body } = exampleAnswer("/v1/checkouts/{checkoutId}", "get", 200);
  checkouts.set(id, {
    ...(body as { data: Data }).data,
    id,
    status: "PENDING",
    isPaid: false,
    totalPaid: "0",
    refundedAmount: "0",
    replacedBy: null,
    fiatAmount: "12.50",
    fiatCurrency: "USD",
    createdVia: "server_key",
    referenceId: session.session_id,
    metadata: { medusaSession: session.session_id },
    ...changes,
  });
}

beforeEach(() => {
  checkouts.clear();
  posts = [];
  sessions = [];
  putCheckout({});
});

const urls = () => posts.map(({ url }) => url);

describe("a session whose checkout received money", () => {
  const acts = {
    deletePayment: () => provider.deletePayment({ data: session }),
    updatePayment: () => provider.updatePayment({ ...otherPrice, data: session }),
  };
  const cases = [
    ["half of its price", { totalPaid: "6250000" }],
    ["its price, not final yet", { totalPaid: "12500000", status: "DETECTED" }],
    ["its price", { totalPaid: "12500000", status: "PAID", isPaid: true }],
    ["more than was refunded", { totalPaid: "12500000", refundedAmount: "1", status: "REFUNDED" }],
  ] as const;
  for (const [name, act] of Object.entries(acts))
    it.each(cases)(`${name} cancels and creates nothing after %s`, async (_, received) => {
      putCheckout(received);
      await expect(act()).rejects.toMatchObject({
        type: "not_allowed",
        message: expect.stringContaining(`already arrived for this cart, at checkout ${checkoutId}`),
      });
      expect(posts).toEqual([]);
    });

  it.each(Object.entries(acts))("%s sees it at a checkout that a newer one continues", async (_, act) => {
    putCheckout({ totalPaid: "6250000", status: "EXPIRED", replacedBy: "chk_2" });
    putCheckout({}, "chk_2");
    await expect(act()).rejects.toMatchObject({ type: "not_allowed" });
    expect(posts).toEqual([]);
  });

  it("is the only one of its cart", async () => {
    putCheckout({ totalPaid: "6250000" });
    const payment_collection = { id: "paycol_1" };
    sessions = [
      { id: "payses_1", data: session, provider_id: "pp", payment_collection },
      { id: "payses_2", data: {}, provider_id: "pp", payment_collection },
    ];
    const second = provider.initiatePayment({ ...price, data: { session_id: "payses_2" } });
    await expect(second).rejects.toMatchObject({ type: "not_allowed" });
    expect(posts).toEqual([]);
  });
});

describe("a session without money", () => {
  it("cancels the checkout that can be paid when it is deleted", async () => {
    putCheckout({ status: "EXPIRED", replacedBy: "chk_2" });
    putCheckout({}, "chk_2");
    await provider.deletePayment({ data: session });
    expect(urls()).toEqual(["/v1/checkouts/chk_2/cancel"]);
  });

  it("keeps its checkout while its price stays", async () => {
    expect((await provider.updatePayment({ ...price, data: session })).data).toEqual(session);
    expect(posts).toEqual([]);
  });

  it("gets a new checkout instead of the cancelled one for each new price", async () => {
    const { data } = await provider.updatePayment({ ...otherPrice, data: session });
    expect(data).toMatchObject({ session_id: "payses_1", checkoutId: "chk_new" });
    expect(urls()).toEqual([`/v1/checkouts/${checkoutId}/cancel`, "/v1/checkouts"]);
    expect(posts[1]?.body).toMatchObject({
      fiatAmount: "15.00",
      fiatCurrency: "USD",
      referenceId: "payses_1",
    });
    await provider.updatePayment({ ...otherPrice, amount: 16, data: session });
    // The service would answer the first one's checkout to the same key.
    expect(posts[3]?.key).not.toBe(posts[1]?.key);
  });
});
