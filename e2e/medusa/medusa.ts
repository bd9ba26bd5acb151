import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { copyFile, mkdir, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { DemoManifest } from "@/lib/demo/identity";
import { spawnGuarded } from "@/lib/platform/process/processes";
import { shopOutput } from "../support/shop-plugins";
import { withDatabase } from "../support/stack";
import { admin } from "./storefront";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = path.join(root, "integrations/medusa");
/** The shop's packages are kept between runs. */
const shop = path.join(root, ".cache/medusa-shop");

export type Medusa = { start(): Promise<void>; stop(): Promise<void>; lastLines(): string };

/**
 * Installs an empty shop with the packed provider, with npm alone, and checks the provider against its types. The
 * first time takes some minutes.
 */
export async function installShop(): Promise<void> {
  await mkdir(shop, { recursive: true });
  for (const file of ["package.json", "medusa-config.js"])
    await copyFile(path.join(folder, "shop", file), path.join(shop, file));
  const tarball = (await run(process.execPath, [path.join(folder, "build.mjs")], process.env)).trim();
  await run("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", tarball], process.env);
  await rm(path.join(folder, "node_modules"), { force: true });
  await symlink(path.join(shop, "node_modules"), path.join(folder, "node_modules"));
  const compiler = path.join(root, "node_modules/typescript7/bin/tsc");
  await run(process.execPath, [compiler, "-p", folder], process.env);
}

/** A Medusa server with a database of its own on the service's PostgreSQL, and an account for `admin`. */
export async function prepareMedusa(demo: DemoManifest, port: number): Promise<Medusa> {
  const database = new URL(demo.databaseUrl);
  await withDatabase(({ prisma }) => prisma.$executeRaw`CREATE DATABASE medusa_shop`, demo.databaseUrl);
  database.pathname = "/medusa_shop";
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    MEDUSA_DISABLE_TELEMETRY: "true",
    DATABASE_URL: database.href,
    SHOP_SECRET: randomBytes(24).toString("hex"),
    CHECKOUT_URL: demo.baseUrl,
    CHECKOUT_SERVER_KEY: demo.serverKey,
    CHECKOUT_WEBHOOK_SECRET: demo.webhookSecret,
  };
  const medusa = path.join(shop, "node_modules/@medusajs/cli/cli.js");
  await run(process.execPath, [medusa, "db:migrate"], env);
  await run(process.execPath, [medusa, "user", "-e", admin.email, "-p", admin.password], env);
  let server: ReturnType<typeof spawnGuarded> | undefined;
  const output = shopOutput();
  return {
    lastLines: output.lastLines,
    start: async () => {
      const program = [medusa, "start", "--host", "127.0.0.1", "--port", String(port)];
      const started = spawnGuarded(process.execPath, program, { cwd: shop, env }, "TERM");
      server = started;
      output.keep(started);
      while (!(await answers(port))) {
        if (started.exitCode !== null)
          throw new Error(`Medusa ended with ${started.exitCode}:\n${output.lastLines()}`);
        await sleep(200);
      }
    },
    stop: async () => {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
      server.kill("SIGTERM");
      await once(server, "exit");
    },
  };
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(program, args, { cwd: shop, env, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (child.exitCode !== 0)
    throw new Error(`${program} ${args.join(" ")} ended with ${child.exitCode}:\n${output}\n${errors}`);
  return output;
}
