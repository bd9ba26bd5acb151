/** Runs what docs/recipes shows: shops that sell a coffee, and servers that charge for a request. */
import { spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { npmProgram } from "../../lib/platform/process/npm-program.mjs";

const startMs = 60_000;
const paidMs = 60_000;

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts a shop as its README says, and delivers webhooks to it. With a demo it sells a coffee, which the demo's wallet
 * pays and whose webhook the demo sends.
 */
export async function runShop(folder, demo, env) {
  const port = await freePort();
  const shop = `http://localhost:${port}`;
  const endpoint = demo && (await takeEndpoint(demo, `http://127.0.0.1:${port}/webhooks`));
  const secret = endpoint?.secret ?? `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const settings = {
    // Without a demo, no order is placed.
    CHECKOUT_URL: demo?.baseUrl ?? "http://localhost:1",
    CHECKOUT_SERVER_KEY: demo?.serverKey ?? "svc_server_none",
    WEBHOOK_SECRET: secret,
    PORT: String(port),
  };
  const example = await readFile(path.join(folder, ".env.example"), "utf8");
  const filled = example.replace(/^(\w+)=.*$/gm, (_, name) => `${name}=${settings[name]}`);
  await writeFile(path.join(folder, ".env"), filled);
  // Next's port is an option of its program; the others read PORT.
  const start = [npmProgram(), "start", "--", "--port", settings.PORT];
  const child = spawn(process.execPath, start, { cwd: folder, env, stdio: "pipe", detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  try {
    await untilItAnswers(shop, child);
    await receiveWebhooks(shop, secret, demo);
    expect(output.split("is paid").length - 1, demo ? 1 : 0, "how often the shop marked the order as paid");
  } catch (error) {
    throw new Error(`${error.message}\n${output}`);
  } finally {
    // npm's shell doesn't pass signals on.
    process.kill(-child.pid);
    if (endpoint) await ask(demo, `/v1/webhook-endpoints/${endpoint.id}/disable`, {});
  }
}

async function untilItAnswers(shop, child) {
  for (const end = Date.now() + startMs; Date.now() < end && child.exitCode === null; await wait(100))
    if (await fetch(`${shop}/orders/none`).catch(() => null)) return;
  throw new Error("the shop did not start");
}

const unknownOrder = () => ({ checkoutId: "chk_1", referenceId: randomUUID() });

/** Sends a request to the demo as the shop's owner. */
async function ask({ baseUrl, serverKey }, path, json) {
  const headers = { accept: "application/json", "content-type": "application/json", "x-api-key": serverKey };
  const body = json && { method: "POST", body: JSON.stringify(json) };
  const answer = await (await fetch(baseUrl + path, { headers, ...body })).json();
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

const description = "packages --check";

/** The endpoint of these checks, with a new secret. Each shop takes it over: a project has room for few. */
async function takeEndpoint(demo, url) {
  const endpoints = await ask(demo, "/v1/webhook-endpoints");
  const known = endpoints.find((endpoint) => endpoint.description === description);
  if (known === undefined) return ask(demo, "/v1/webhook-endpoints", { url, description });
  const path = `/v1/webhook-endpoints/${known.id}`;
  await ask(demo, path, { url });
  await ask(demo, `${path}/enable`, {});
  const { secret } = await ask(demo, `${path}/rotate`, {});
  return { id: known.id, secret };
}

/** Places an order, which leads to the payment page of its checkout. */
async function placeOrder(shop, demo) {
  const { status, headers } = await fetch(`${shop}/orders`, { method: "POST", redirect: "manual" });
  expect(status, 303, "an order leads to the payment page");
  const id = headers.get("location").split("/").at(-1);
  const { referenceId, checkoutUrl } = await ask(demo, `/v1/checkouts/${id}`);
  expect(headers.get("location"), checkoutUrl, "the payment page");
  return { checkoutId: id, referenceId };
}

/** Chooses USDC and pays, as the payment page does with the demo's wallet. */
async function payCheckout(demo, checkoutId) {
  const [{ chainId, tokens }] = demo.chains;
  const { address: tokenAddress } = tokens.find(({ symbol }) => symbol === "USDC");
  const { depositAddress, amount } = await ask(demo, `/c/${checkoutId}/select`, { chainId, tokenAddress });
  const word = (hex) => hex.padStart(64, "0");
  const data = `0xa9059cbb${word(depositAddress.slice(2))}${word(BigInt(amount).toString(16))}`;
  const answer = await fetch(`${demo.baseUrl}/api/demo/rpc/${chainId}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "eth_sendTransaction",
      params: [{ from: demo.payer.address, to: tokenAddress, data }],
    }),
  });
  const { result, error } = await answer.json();
  if (result === undefined) throw new Error(`the demo's wallet did not pay: ${JSON.stringify(error)}`);
}

async function receiveWebhooks(shop, secret, demo) {
  const order = demo ? await placeOrder(shop, demo) : unknownOrder();
  const deliver = async (event, key = secret) => {
    const body = JSON.stringify({ id: "evt_1", event: "checkout.paid", ...event });
    const time = Math.floor(Date.now() / 1_000);
    const signature = createHmac("sha256", key).update(`${time}.${body}`).digest("hex");
    const headers = { "content-type": "application/json", "x-svc-signature": `t=${time},v1=${signature}` };
    return (await fetch(`${shop}/webhooks`, { method: "POST", headers, body })).status;
  };
  const statusOf = async () => (await (await fetch(`${shop}/orders/${order.referenceId}`)).json())?.status;
  const price = { fiatAmount: "4.50", fiatCurrency: "USD" };
  const data = { createdVia: "server_key", ...order, ...price };
  const before = await statusOf();
  expect(await deliver({ data }, "another secret"), 401, "a forged delivery");
  expect(await deliver({ data: { ...data, fiatAmount: "0.01" } }), 204, "a delivery with another price");
  expect(await deliver({ event: "endpoint.test", data: {} }), 204, "a test of the endpoint");
  expect(await statusOf(), before, "the order after these");
  if (demo) {
    await payCheckout(demo, order.checkoutId);
    for (const end = Date.now() + paidMs; Date.now() < end && (await statusOf()) === before; )
      await wait(100);
    expect(await statusOf(), "paid", "the order after the demo's webhook");
  }
  expect(await deliver({ data }), 204, "a payment");
  expect(await deliver({ data }), 204, "the same payment again");
  expect(await statusOf(), demo ? "paid" : undefined, "the order after its payment");
}

/** Starts each server of docs/recipes/charge.md, and lets one request be paid. */
export async function runCharges(folder) {
  const service = await startService();
  try {
    for (const program of ["express.mjs", "hono.mjs"]) await charged(folder, service, program);
    process.env.CHECKOUT_URL = service.env.CHECKOUT_URL;
    process.env.CHECKOUT_SERVER_KEY = service.env.CHECKOUT_SERVER_KEY;
    const { GET } = await import(pathToFileURL(path.join(folder, "app/forecast/route.js")).href);
    await sell((headers) => GET(new Request("http://localhost:3001/forecast", { headers })), "Next");
  } finally {
    service.stop();
  }
}

async function charged(folder, { env }, program) {
  const port = await freePort();
  const shop = `http://localhost:${port}`;
  const settings = { ...process.env, ...env, PORT: String(port) };
  const child = spawn(process.execPath, [program], { cwd: folder, env: settings, stdio: "inherit" });
  try {
    await untilItAnswers(shop, child);
    await sell((headers) => fetch(`${shop}/forecast`, { headers }), program);
  } finally {
    child.kill();
  }
}

const toHeader = (value) => Buffer.from(JSON.stringify(value)).toString("base64");
const fromHeader = (text) => JSON.parse(Buffer.from(text, "base64").toString());

async function sell(ask, what) {
  const first = await ask({});
  expect(first.status, 402, `${what}: a request without a payment`);
  const { accepts } = fromHeader(first.headers.get("payment-required"));
  const payment = { "payment-signature": toHeader({ x402Version: 2, accepted: accepts[0], payload: {} }) };
  const paid = await ask(payment);
  expect(paid.status, 200, `${what}: a paid request`);
  expect((await paid.json()).weather, "sunny", `${what}: the answer`);
  expect(fromHeader(paid.headers.get("payment-response")).success, true, `${what}: the payment's answer`);
  expect((await ask(payment)).status, 409, `${what}: the same payment again`);
}

/** The answers of a service that takes every payment. The client's tests send real ones to the real service. */
async function startService() {
  const made = new Map();
  const answer = async (request) => {
    const [, , , id = "", use] = new URL(request.url, "http://localhost").pathname.split("/");
    if (request.url.endsWith("/x402")) {
      if (request.headers["payment-signature"] === undefined) {
        const offer = { x402Version: 2, resource: {}, accepts: [{ scheme: "exact", extra: {} }] };
        return [402, {}, { "payment-required": toHeader(offer) }];
      }
      return [200, {}, { "payment-response": toHeader({ success: true }) }];
    }
    if (id === "") {
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
      const checkout = { id: `chk_${made.size}`, createdVia: "server_key", metadata: body.metadata };
      made.set(checkout.id, checkout);
      return [201, { data: checkout }];
    }
    const checkout = made.get(id);
    if (use !== "redeem") return [200, { data: checkout }];
    const first = checkout.redeemedAt === undefined;
    checkout.redeemedAt ??= new Date().toISOString();
    return [200, { data: { first, redeemedAt: checkout.redeemedAt } }];
  };
  const server = createHttpServer(async (request, response) => {
    const [status, body, headers = {}] = await answer(request);
    response.writeHead(status, headers).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const env = {
    CHECKOUT_URL: `http://127.0.0.1:${server.address().port}`,
    CHECKOUT_SERVER_KEY: "svc_server_none",
  };
  return {
    env,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function expect(found, expected, what) {
  if (found !== expected) throw new Error(`${what}: ${found} in the place of ${expected}`);
}
