import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { spawnGuarded } from "@/lib/platform/process/processes";
import { shopOutput } from "../support/shop-plugins";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** Where WooCommerce stores orders: tables of their own (HPOS), or WordPress's posts. */
export type Storage = "tables" | "posts";
export type CheckoutPage = "classic" | "block";

type Order = {
  status: string;
  key: string;
  checkoutId: string;
  transaction: string;
  isInTables: boolean;
  /** Oldest first. */
  notes: string[];
  /** The amounts of WooCommerce's own refunds, in the order's currency. */
  refunds: string[];
  payUrl: string;
};

export type Shop = {
  url: string;
  password: string;
  /** Installs an empty shop that sells one mug for $12.50, and serves it. @returns the product, and the versions */
  install(storage: Storage): Promise<{ product: number; versions: string }>;
  /** Makes it the shop's checkout page. @returns its address */
  checkoutPage(page: CheckoutPage): Promise<string>;
  order(id: number): Promise<Order>;
  /** The features for which WooCommerce would warn of the plugin. */
  incompatible(): Promise<string[]>;
  /** The e-mails that were sent. */
  mails(): Promise<string>;
  /** What PHP complained about. */
  complaints(): Promise<string[]>;
  lastLines(): string;
  close(): Promise<void>;
};

/**
 * WordPress and WooCommerce from copies of `source`, the plugin as `node integrations/woocommerce/build.mjs` builds it, and a
 * MariaDB of its own, all in a temporary folder.
 */
export async function openShop(source: string, port: number): Promise<Shop> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "woocommerce-"));
  const site = path.join(folder, "site");
  const plugins = path.join(site, "wp-content/plugins");
  const built = await run(process.execPath, ["integrations/woocommerce/build.mjs"], { cwd: root });
  await cp(path.join(source, "wordpress"), site, { recursive: true });
  await cp(path.join(source, "woocommerce"), path.join(plugins, "woocommerce"), { recursive: true });
  await cp(built.stdout.trim(), path.join(plugins, "stablecoin-checkout"), { recursive: true });
  for (const file of ["wp-config.php", "shop.php"])
    await cp(path.join(root, "e2e/woocommerce/shop", file), path.join(site, file));

  const output = shopOutput();
  const socket = path.join(folder, "mariadb");
  const database = await startMariaDb(path.join(folder, "database"), socket);
  output.keep(database);
  const url = `http://127.0.0.1:${port}`;
  const password = randomBytes(12).toString("hex");
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    SHOP_URL: url,
    SHOP_SOCKET: socket,
    SHOP_FOLDER: folder,
    PHP_CLI_SERVER_WORKERS: "6",
  };
  const settings = [
    "-d",
    `sendmail_path=/bin/cat >>${path.join(folder, "mails")}`,
    "-d",
    "memory_limit=512M",
  ];
  let server: ReturnType<typeof spawnGuarded> | undefined;
  async function act<T>(...args: string[]): Promise<T> {
    const { stdout } = await run("php", [...settings, "shop.php", ...args], { cwd: site, env });
    return JSON.parse(stdout) as T;
  }
  let pages: Record<CheckoutPage, number>;
  async function stop(): Promise<void> {
    if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    // Its workers are of the same group.
    process.kill(-server.pid, "SIGTERM");
    await ended;
  }
  return {
    url,
    password,
    install: async (storage) => {
      await stop();
      env.SHOP_DATABASE = storage;
      // Both shops number their orders from the same number.
      for (const file of ["debug.log", "mails"]) await writeFile(path.join(folder, file), "");
      await act("install", password);
      const base = await act<Record<string, string>>("activate");
      const stocked = await act<{ product: number; pages: typeof pages; versions: Record<string, string> }>(
        "stock",
        storage,
      );
      pages = stocked.pages;
      const started = spawnGuarded(
        "php",
        [...settings, "-S", `127.0.0.1:${port}`],
        { cwd: site, env },
        "TERM",
      );
      server = started;
      output.keep(started);
      while (!(await answers(url))) {
        if (started.exitCode !== null)
          throw new Error(`php ended with ${started.exitCode}:\n${output.lastLines()}`);
        await sleep(50);
      }
      const versions = Object.entries({ ...base, ...stocked.versions }).map((entry) => entry.join(" "));
      return { product: stocked.product, versions: versions.join(", ") };
    },
    checkoutPage: (page) => act("checkout-page", String(pages[page])),
    order: (id) => act("order", String(id)),
    incompatible: () => act("incompatible"),
    mails: () => readFile(path.join(folder, "mails"), "utf8"),
    complaints: async () =>
      (await readFile(path.join(folder, "debug.log"), "utf8"))
        .split("\n")
        .filter((line) => line.includes("stablecoin")),
    lastLines: output.lastLines,
    close: async () => {
      await stop();
      const ended = once(database, "exit");
      database.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Only its socket reaches it, whose folder is this user's alone. */
async function startMariaDb(data: string, socket: string) {
  const common = ["--no-defaults", `--datadir=${data}`, `--user=${os.userInfo().username}`];
  const login = "--auth-root-authentication-method=normal";
  await run("mariadb-install-db", [...common, login, "--skip-test-db"]);
  const args = [...common, `--socket=${socket}`, "--skip-networking"];
  const program = ["/usr/sbin/mariadbd"].find((file) => existsSync(file)) ?? "mariadbd";
  const server = spawnGuarded(program, args, {}, "TERM");
  while (!existsSync(socket)) {
    if (server.exitCode !== null) throw new Error(`mariadbd ended with ${server.exitCode}`);
    await sleep(50);
  }
  return server;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
