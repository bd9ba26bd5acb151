/** The fresh projects into which --check installs the client. Each throws when it doesn't work there. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { bin, installIn, nextBuild, run, typecheck, write } from "./fresh-project.mjs";

/** Loads the package as its argument says; a request is sent only if there is a service. */
const consumer = await readFile(new URL("consumer.mjs", import.meta.url), "utf8");

const install = (project, type, names) => installIn(project, "stablecoin-checkout-client", type, names);

async function esm(project) {
  await install(project, "module");
  await write(project.folder, { "shop.mjs": consumer });
  await run(project, process.execPath, "shop.mjs");
}

async function cjs(project) {
  await install(project, "commonjs");
  await write(project.folder, { "shop.cjs": consumer.replaceAll("await import(", "require(") });
  await run(project, process.execPath, "shop.cjs");
}

async function deno(project) {
  await install(project, "module", ["deno"]);
  await write(project.folder, { "shop.mjs": consumer });
  const flags = ["--node-modules-dir=manual", "--allow-net", "--allow-env"];
  await run(project, bin(project, "deno"), "run", ...flags, "shop.mjs");
}

async function bun(project) {
  await install(project, "module", ["bun"]);
  await write(project.folder, { "shop.mjs": consumer });
  await run(project, bin(project, "bun"), "run", "shop.mjs");
}

/** A shop in TypeScript whose types are wrong where it says so, so that a type of `any` is a fault. */
const typed = `
import { type Checkout, CheckoutApiError, createCheckoutClient } from "stablecoin-checkout-client";
import { createApiKeyClient } from "stablecoin-checkout-client/api-key";
import { verifyWebhook } from "stablecoin-checkout-client/webhooks";

const checkouts = createCheckoutClient({ baseUrl: "https://pay.example.com", serverKey: "svc_server_1" });
const pages = createApiKeyClient({ baseUrl: "https://pay.example.com", apiKey: "svc_sk_1", projectId: "prj_1" });

export async function work(request: Request): Promise<Checkout> {
  const event = await verifyWebhook(await request.text(), request.headers, "whsec_");
  if (event.event === "refund.completed") event.data.refund.amount.slice(1);
  for await (const refund of checkouts.listProjectRefunds()) refund.amount.slice(1);
  const { pagination } = await checkouts.listEvents({ kind: "checkout.paid" });
  pagination.next?.slice(1);
  try {
    await pages.getSdkCheckout("chk_1");
  } catch (error) {
    if (error instanceof CheckoutApiError) error.requestId?.slice(1);
  }
  // @ts-expect-error: the amount is text
  return checkouts.createCheckout({ amount: 5 });
}
`;

/** Each resolution, from a module and from a CommonJS file. */
async function typescript(project) {
  await install(project, "module");
  await write(project.folder, { "shop.mts": typed, "shop.cts": typed });
  await typecheck(project, "shop.mts", "shop.cts");
}

const nextRoute = (runtime) => `
import { WebhookSignatureError, verifyWebhook } from "stablecoin-checkout-client/webhooks";
import { createCheckoutClient } from "stablecoin-checkout-client";

export const runtime = "${runtime}";

export async function POST(request: Request) {
  createCheckoutClient({ baseUrl: "https://pay.example.com", serverKey: "svc_server_1" });
  try {
    await verifyWebhook(await request.text(), request.headers, "whsec_1");
  } catch (error) {
    if (error instanceof WebhookSignatureError) return new Response(null, { status: 401 });
    throw error;
  }
  return new Response(null, { status: 204 });
}
`;

/** Builds a route for each runtime of Next. */
async function next(project) {
  await install(project, "module", ["next", "react", "react-dom"]);
  await write(project.folder, {
    "next.config.mjs": "export default { typescript: { ignoreBuildErrors: true } };",
    "app/layout.js": "export default ({ children }) => <html lang='en'><body>{children}</body></html>;",
    "app/page.js": "export default () => 'shop';",
    "app/node/route.ts": nextRoute("nodejs"),
    "app/edge/route.ts": nextRoute("edge"),
  });
  await nextBuild(project);
}

/** Builds a page, which holds no more than the client for an API key. */
async function vite(project) {
  await install(project, "module", ["vite"]);
  await write(project.folder, {
    "index.html": '<script type="module" src="/shop.js"></script>',
    "shop.js": `import { createApiKeyClient } from "stablecoin-checkout-client/api-key";
createApiKeyClient({ baseUrl: location.origin, apiKey: "svc_sk_1", projectId: "prj_1" }).getSdkProject();`,
  });
  await run(project, process.execPath, "node_modules/vite/bin/vite.js", "build");
  const assets = path.join(project.folder, "dist/assets");
  const names = (await readdir(assets)).filter((name) => name.endsWith(".js"));
  const text = (await Promise.all(names.map((name) => readFile(path.join(assets, name), "utf8")))).join("");
  if (!text.includes("svc_sk_") || text.includes("svc_server_") || text.includes("node:"))
    throw new Error("the page's script is not the client for an API key alone");
}

export const clientProjects = { esm, cjs, typescript, deno, bun, next, vite };
