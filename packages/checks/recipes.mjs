/** Runs the shops that docs/recipes shows, each in a fresh project as its page says. */
import { spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const startMs = 60_000;

/** The page's files, by their names behind ` ```js ` or ` ```ts `, and the packages that it installs beside the client. */
export async function readRecipe(name) {
  const page = await readFile(new URL(`../../docs/recipes/${name}.md`, import.meta.url), "utf8");
  const blocks = [...page.matchAll(/^```[jt]s(?: (\S+))?\n([\s\S]*?)^```/gm)];
  const names = /^npm install (.*) \.\.\//m.exec(page)?.[1]?.split(" ");
  if (blocks.length === 0 || names === undefined) throw new Error(`docs/recipes/${name}.md has no program`);
  return { files: Object.fromEntries(blocks.map(([, file = "shop.mjs", code]) => [file, code])), names };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts the shop, sells it a coffee if there is a service, and delivers webhooks. */
export async function runShop(folder, env, program = ["shop.mjs"]) {
  const port = await freePort();
  const shop = `http://localhost:${port}`;
  const settings = {
    // Without a service, no order is placed.
    CHECKOUT_URL: "http://localhost:1",
    CHECKOUT_SERVER_KEY: "svc_server_none",
    ...env,
    WEBHOOK_SECRET: secret,
    PORT: String(port),
  };
  const child = spawn(process.execPath, program, { cwd: folder, env: settings, stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  try {
    await untilItAnswers(shop, child);
    await receiveWebhooks(shop, env.CHECKOUT_URL === undefined ? unknownOrder() : await buy(shop));
  } catch (error) {
    throw new Error(`${error.message}\n${output}`);
  } finally {
    child.kill();
  }
}

async function untilItAnswers(shop, child) {
  for (const end = Date.now() + startMs; Date.now() < end && child.exitCode === null; await wait(100))
    if (await fetch(`${shop}/orders/none`).catch(() => null)) return;
  throw new Error("the shop did not start");
}

const unknownOrder = () => ({ checkoutId: "chk_1", referenceId: randomUUID() });

/** Places an order; the payment page belongs to the checkout. */
async function buy(shop) {
  const { status, headers } = await fetch(`${shop}/orders`, { method: "POST", redirect: "manual" });
  const location = headers.get("location") ?? "";
  expect(status, 303, "an order leads to the payment page");
  const { data } = await (await fetch(location, { headers: { accept: "application/json" } })).json();
  return { checkoutId: data.id, referenceId: data.referenceId };
}

async function receiveWebhooks(shop, { checkoutId, referenceId }) {
  const deliver = async (event, key = secret) => {
    const body = JSON.stringify({ id: "evt_1", event: "checkout.paid", ...event });
    const time = Math.floor(Date.now() / 1_000);
    const signature = createHmac("sha256", key).update(`${time}.${body}`).digest("hex");
    const headers = { "content-type": "application/json", "x-svc-signature": `t=${time},v1=${signature}` };
    return (await fetch(`${shop}/webhooks`, { method: "POST", headers, body })).status;
  };
  const statusOf = async () => (await (await fetch(`${shop}/orders/${referenceId}`)).json())?.status;
  const price = { fiatAmount: "4.50", fiatCurrency: "USD" };
  const data = { createdVia: "server_key", checkoutId, referenceId, ...price };
  const before = await statusOf();
  expect(await deliver({ data }, "another secret"), 401, "a forged delivery");
  expect(await deliver({ data: { ...data, fiatAmount: "0.01" } }), 204, "a delivery with another price");
  expect(await deliver({ event: "endpoint.test", data: {} }), 204, "a test of the endpoint");
  expect(await statusOf(), before, "the order after these");
  expect(await deliver({ data }), 204, "a payment");
  expect(await deliver({ data }), 204, "the same payment again");
  expect(await statusOf(), before === undefined ? undefined : "paid", "the order after its payment");
}

function expect(found, expected, what) {
  if (found !== expected) throw new Error(`${what}: ${found} in the place of ${expected}`);
}
