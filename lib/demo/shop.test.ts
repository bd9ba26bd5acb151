import { createHmac } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testEventBody } from "@/lib/webhooks/events.schema";
import { orderStatus, placeOrder, readOrder, receiveWebhook, ShopError, type ShopSettings } from "./shop";

const secret = "whsec_dGVzdA==";
const now = new Date("2026-01-01T12:00:00Z");
const bytes = (text: string) => Buffer.from(text, "utf8");

function sign(body: string, at = now, key = secret): string {
  const time = Math.floor(at.getTime() / 1_000);
  return `t=${time},v1=${createHmac("sha256", key).update(`${time}.${body}`).digest("hex")}`;
}

describe("orderStatus", () => {
  const event = (kind: string, accepted?: boolean) => ({
    event: kind,
    data: {
      checkoutId: "chk_1",
      createdVia: "server_key",
      referenceId: null,
      fiatAmount: null,
      fiatCurrency: null,
      paymentTxHash: null,
      paidAmount: "0",
      ...(accepted === undefined ? {} : { accepted }),
    },
  });

  it("follows the events in turn", () => {
    expect(orderStatus([])).toBe("waiting");
    expect(orderStatus([event("checkout.created"), event("checkout.detected")])).toBe("waiting");
    expect(orderStatus([event("checkout.detected"), event("checkout.paid")])).toBe("paid");
    expect(orderStatus([event("checkout.paid"), event("checkout.settled")])).toBe("settled");
    expect(orderStatus([event("checkout.paid"), event("checkout.reverted")])).toBe("waiting");
  });

  it("delivers nothing for a late payment that wasn't accepted", () => {
    expect(orderStatus([event("checkout.expired"), event("checkout.late_paid", false)])).toBe("expired");
    expect(orderStatus([event("checkout.expired"), event("checkout.late_paid", true)])).toBe("paid");
  });
});

describe("an order", () => {
  let settings: ShopSettings;
  let service: Server;
  let received: { headers: IncomingMessage["headers"]; body: Record<string, unknown> }[];
  let answer: { status: number; body: string };

  beforeEach(async () => {
    received = [];
    answer = { status: 201, body: '{"ok":true,"data":{"id":"chk_1"}}' };
    service = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      received.push({ headers: request.headers, body: JSON.parse(text) });
      response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    settings = {
      apiUrl: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
      shopUrl: "http://localhost:3000",
      serverKey: "svc_server_test",
      webhookSecret: secret,
      ordersFolder: path.join(await mkdtemp(path.join(tmpdir(), "shop-")), "orders"),
    };
  });

  afterEach(async () => {
    await new Promise((resolve) => service.close(resolve));
    await rm(path.dirname(settings.ordersFolder), { recursive: true, force: true });
  });

  async function place(): Promise<string> {
    await placeOrder(settings, now);
    return String(received[0]?.body.referenceId);
  }

  function deliver(orderId: string, changes: Record<string, unknown> = {}, data: object = {}) {
    const body = JSON.stringify({
      id: "evt_01",
      event: "checkout.paid",
      sequence: 2,
      timestamp: now.toISOString(),
      data: {
        checkoutId: "chk_1",
        createdVia: "server_key",
        referenceId: orderId,
        fiatAmount: "4.50",
        fiatCurrency: "USD",
        paymentTxHash: "0x1",
        paidAmount: "4500000",
        ...data,
      },
      ...changes,
    });
    return receiveWebhook(settings, { signature: sign(body), rawBody: bytes(body) }, now);
  }

  it("creates its checkout with the server key and its own id as reference", async () => {
    const orderId = await place();
    expect(received[0]?.headers).toMatchObject({
      "x-api-key": "svc_server_test",
      "idempotency-key": orderId,
    });
    expect(received[0]?.body).toMatchObject({
      fiatAmount: "4.50",
      fiatCurrency: "USD",
      successUrl: `http://localhost:3000/shop/orders/${orderId}`,
      cancelUrl: "http://localhost:3000/shop",
    });
    expect(await readOrder(settings, orderId)).toMatchObject({
      order: { id: orderId, checkoutId: "chk_1" },
      status: "waiting",
    });
  });

  it("fails in words when the service refuses or answers no JSON", async () => {
    answer = {
      status: 503,
      body: '{"ok":false,"error":{"code":"EXCHANGE_RATE_UNAVAILABLE","message":"no"}}',
    };
    await expect(placeOrder(settings, now)).rejects.toThrow(/EXCHANGE_RATE_UNAVAILABLE/);
    answer = { status: 502, body: "<html>" };
    await expect(placeOrder(settings, now)).rejects.toBeInstanceOf(ShopError);
  });

  it("is paid by a signed event, and then settled, in any order of arrival", async () => {
    const orderId = await place();
    expect((await deliver(orderId, { id: "evt_02", event: "checkout.settled", sequence: 3 })).status).toBe(
      200,
    );
    expect((await deliver(orderId)).status).toBe(200);
    const view = await readOrder(settings, orderId);
    expect(view?.status).toBe("settled");
    expect(view?.events.map(({ event }) => event)).toEqual(["checkout.paid", "checkout.settled"]);
  });

  it("stores an event once for repeated and concurrent deliveries", async () => {
    const orderId = await place();
    const answers = await Promise.all(Array.from({ length: 8 }, () => deliver(orderId)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.filter(({ message }) => message === "received")).toHaveLength(1);
    expect(await readdir(path.join(settings.ordersFolder, `${orderId}.events`))).toEqual(["evt_01.json"]);
  });

  it.each([
    ["another price", { fiatAmount: "0.01" }],
    ["another currency", { fiatCurrency: "KRW" }],
    ["a checkout of a publishable key", { createdVia: "api_key" }],
    ["another checkout", { checkoutId: "chk_2" }],
  ])("isn't paid by %s", async (_, data) => {
    const orderId = await place();
    expect(await deliver(orderId, {}, data)).toEqual({ status: 200, message: "not what was ordered" });
    expect((await readOrder(settings, orderId))?.status).toBe("waiting");
  });

  it("answers 401 to a wrong signature and 400 to a signed non-event", async () => {
    const orderId = await place();
    const body = "{}";
    const rawBody = bytes(body);
    expect((await receiveWebhook(settings, { signature: "t=1,v1=00", rawBody }, now)).status).toBe(401);
    expect((await receiveWebhook(settings, { signature: sign(body), rawBody }, now)).status).toBe(400);
    expect((await deliver(orderId, { id: "../evt" })).status).toBe(400);
    expect((await readOrder(settings, orderId))?.status).toBe("waiting");
  });

  it("takes a test of its endpoint, signed like all else, and does nothing", async () => {
    const body = testEventBody("evt_test", "whe_1", now);
    const send = (signature: string) => receiveWebhook(settings, { signature, rawBody: bytes(body) }, now);
    expect(await send(sign(body))).toEqual({ status: 200, message: "a test, nothing to do" });
    expect((await send("t=1,v1=00")).status).toBe(401);
  });

  it("requests the event again while the order is still being placed", async () => {
    const orderId = await place();
    const order = { id: orderId, price: { amount: "4.50", currency: "USD" }, checkoutId: null };
    await writeFile(path.join(settings.ordersFolder, `${orderId}.json`), JSON.stringify(order));
    expect((await deliver(orderId)).status).toBe(503);
  });

  it("lets no id lead out of its folder", async () => {
    await place();
    const outside = path.join(path.dirname(settings.ordersFolder), `ord_${"0".repeat(32)}.json`);
    await writeFile(outside, "{}");
    for (const id of [
      "",
      "..",
      `../ord_${"0".repeat(32)}`,
      `ord_${"0".repeat(31)}g`,
      "ord_",
      "../../etc/passwd",
    ]) {
      expect(await readOrder(settings, id)).toBeNull();
    }
    expect((await deliver(`../ord_${"0".repeat(32)}`)).message).toBe("no order of this shop");
  });
});
