import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import {
  checkoutId,
  exampleAnswer,
  startScriptedService,
} from "../../../packages/client/src/scripted-service.fixture";

export type Data = Record<string, unknown>;
export type Price = { amount: number | string; currency_code: string };
type Context = { idempotency_key?: string };
type Answer = { id?: string; data: Data; status?: string };

/** The provider as Medusa calls it. */
export type Provider = {
  initiatePayment(input: Price & { data: Data; context?: Context }): Promise<Answer>;
  updatePayment(input: Price & { data: Data }): Promise<Answer>;
  authorizePayment(input: { data: Data }): Promise<Answer>;
  getPaymentStatus(input: { data: Data }): Promise<Answer>;
  retrievePayment(input: { data: Data }): Promise<Answer>;
  capturePayment(input: { data: Data }): Promise<Answer>;
  refundPayment(input: { amount: number | string; data: Data; context?: Context }): Promise<Answer>;
  cancelPayment(input: { data: Data; context?: Context }): Promise<Answer>;
  deletePayment(input: { data: Data }): Promise<Answer>;
  getWebhookActionAndData(payload: { rawData: string; headers: object }): Promise<object>;
};

/** What Medusa gives to a provider. */
const medusa = `
  export class MedusaError extends Error {
    static Types = { INVALID_ARGUMENT: "invalid_argument", INVALID_DATA: "invalid_data", NOT_ALLOWED: "not_allowed" };
    constructor(type, message) { super(message); this.type = type; }
  }
  export class AbstractPaymentProvider { constructor(_container, config) { this.config = config; } }
  export const PaymentActions = { SUCCESSFUL: "captured", NOT_SUPPORTED: "not_supported" };
  export const MathBN = { convert: (value) => ({
    toFixed: (digits) => digits === undefined ? String(value) : Number(value).toFixed(digits) }) };`;

export const session = { session_id: "payses_1", checkoutId };
export const options = {
  serverKey: "svc_server_test",
  webhookSecret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
};

/** The provider, a service that it asks over HTTP, and Medusa's records. */
export async function openShop() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "medusa-provider-"));
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

  const shop = {
    /** What the service has, by id. */
    checkouts: new Map<string, Data>(),
    refunds: new Map<string, Data>(),
    /** What was written to the service. */
    posts: [] as { url: string; key: unknown; body: Data }[],
    /** The status and code with which the service refuses to cancel. */
    cancelRefusal: null as [number, string] | null,
    sessions: [] as Data[],
    medusaRefunds: [] as { id: string; note?: string }[],
  };

  const service = await startScriptedService();
  const { baseUrl } = service;
  const answer = (status: number, data: unknown) => ({ status, body: { ok: true, data } });
  service.replyWith(({ method, url, headers, body: text }) => {
    const body: Data = text === "" ? {} : JSON.parse(text);
    if (method === "POST") shop.posts.push({ url, key: headers["idempotency-key"], body });
    const [, kind, id = "", act = ""] = /^\/v1\/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(url) ?? [];
    if (act === "cancel" && shop.cancelRefusal !== null) {
      const [status, code] = shop.cancelRefusal;
      return { status, body: { ok: false, error: { code, message: "No." } } };
    }
    if (act === "refunds") {
      const refund = { ...newRefund, ...body };
      shop.refunds.set(newRefund.id, refund);
      return answer(201, refund);
    }
    if (id === "") return answer(201, { ...shop.checkouts.get(checkoutId), id: "chk_new" });
    return answer(200, (kind === "refunds" ? shop.refunds : shop.checkouts).get(id));
  });

  const container = {
    logger: { info: () => undefined },
    paymentSessionService: {
      list: async (filter: Data) =>
        shop.sessions.filter(({ id, payment_collection }) =>
          "id" in filter
            ? id === filter.id
            : (payment_collection as { id: string }).id === filter.payment_collection_id,
        ),
    },
    refundService: {
      list: async ({ id }: { id: string }) => shop.medusaRefunds.filter((refund) => refund.id === id),
      update: async ({ id, note }: { id: string; note: string }) => {
        for (const refund of shop.medusaRefunds) if (refund.id === id) refund.note = note;
      },
    },
  };
  const provider: Provider = new StablecoinCheckoutProvider(container, {
    baseUrl: `${baseUrl}/`,
    ...options,
  });
  return {
    shop,
    baseUrl,
    provider,
    validateOptions: (given: Data): void => StablecoinCheckoutProvider.validateOptions(given),
    async close() {
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };
}

export const newRefund = {
  id: "rfd_1",
  status: "AWAITING_ADDRESS",
  claimUrl: "https://pay.example.com/r/rfd_1",
  txHash: null,
  reason: null,
};

/** The session's own checkout over $12.50, as the service answers it. */
export function ownCheckout(changes: Data, id = checkoutId): Data {
  const { body } = exampleAnswer("/v1/checkouts/{checkoutId}", "get", 200);
  return {
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
  };
}
