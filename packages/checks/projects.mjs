/** The fresh projects into which --check installs the client. Each throws when it doesn't work there. */
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { npmProgram } from "../../lib/platform/process/npm-program.mjs";
import { readRecipe, runShop } from "./recipes.mjs";

const execute = promisify(execFile);

/** Loads the package as its argument says; a request is sent only if there is a service. */
const consumer = await readFile(new URL("consumer.mjs", import.meta.url), "utf8");

const versions = {
  "@hono/node-server": "2.1.9",
  "@nestjs/common": "12.5.1",
  "@nestjs/core": "12.5.1",
  "@nestjs/platform-express": "12.5.1",
  bun: "1.4.5",
  deno: "2.9.6",
  express: "5.3.0",
  fastify: "5.12.8",
  hono: "4.13.19",
  next: "16.4.6",
  react: "19.3.1",
  "react-dom": "19.3.1",
  "reflect-metadata": "0.2.2",
  rxjs: "7.8.2",
  tsx: "4.23.15",
  vite: "8.3.8",
};

async function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

/** An empty project with the tarball and these packages from npm. */
async function install({ folder, built }, type, names = []) {
  await write(folder, { "package.json": JSON.stringify({ name: "shop", private: true, type }) });
  const { tarball } = built.find(({ name }) => name === "client");
  const wanted = names.map((name) => `${name}@${versions[name]}`);
  const npm = [npmProgram(), "install", "--no-audit", "--no-fund", "--loglevel=error"];
  await execute(process.execPath, [...npm, tarball, ...wanted], { cwd: folder });
}

const run = ({ folder, env }, command, ...args) => execute(command, args, { cwd: folder, env });
const bin = ({ folder }, name) => path.join(folder, "node_modules/.bin", name);

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
  for (const module of ["node16", "nodenext", "esnext"]) {
    const resolution = module === "esnext" ? "bundler" : module;
    const options = ["--module", module, "--moduleResolution", resolution, "--target", "es2022", "--strict"];
    const compiler = `${project.modules}/typescript/bin/tsc`;
    await run(project, process.execPath, compiler, ...options, "--noEmit", "shop.mts", "shop.cts");
  }
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
  const env = { ...project.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
  await run({ ...project, env }, process.execPath, nextProgram, "build");
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

/** A page of docs/recipes. */
const recipe =
  (page, { more = {}, build, start } = {}) =>
  async (project) => {
    const { files, names } = await readRecipe(page);
    await install(project, "module", names);
    await write(project.folder, { ...files, ...more });
    if (build !== undefined) await run(project, process.execPath, ...build);
    await runShop(project.folder, project.env, start);
  };

const nextProgram = "node_modules/next/dist/bin/next";
const recipes = {
  express: recipe("express"),
  fastify: recipe("fastify"),
  hono: recipe("hono"),
  nest: recipe("nest", {
    more: { "tsconfig.json": '{ "compilerOptions": { "experimentalDecorators": true } }' },
    start: ["--import", "tsx", "shop.ts"],
  }),
  nextShop: recipe("next", { build: [nextProgram, "build"], start: [nextProgram, "start"] }),
};

export const projects = { esm, cjs, typescript, deno, bun, next, vite, ...recipes };
