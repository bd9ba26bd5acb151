import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { DemoManifest } from "@/lib/demo/identity";
import { spawnGuarded } from "@/lib/platform/process/processes";
import { shopOutput } from "../support/shop-plugins";

const root = fileURLToPath(new URL("../..", import.meta.url));

export type Order = {
  id: number;
  key: string;
  total: string;
  currency: string;
  status: string;
  meta: Record<string, string>;
  notes: string[];
  /** One per completed payment. */
  transactions?: string[];
  /** By WooCommerce's id of the refund. */
  refunds?: Record<string, { amount: string; meta: Record<string, string> }>;
};

export type Shop = {
  /** Stores an order over $12.50, or as given. */
  placeOrder(more?: Partial<Order>): Promise<Order>;
  save(order: Order): Promise<void>;
  read(id: number): Promise<Order>;
  /** What the shop's page does when the customer orders. */
  pay(id: number): Promise<{ result: string; redirect?: string }>;
  refund(id: number, amount: string): Promise<true | { error: string }>;
  /** As the merchant, or WooCommerce's own clock, changes it. */
  setStatus(id: number, status: string): Promise<void>;
  isAvailable(id: number): Promise<boolean>;
  start(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
  lastLines(): string;
};

/** A shop of PHP's built-in server, with the plugin as `node integrations/woocommerce/build.mjs` builds it. */
export async function openShop(demo: DemoManifest, port: number): Promise<Shop> {
  const built = spawnSync(process.execPath, ["integrations/woocommerce/build.mjs"], {
    cwd: root,
    encoding: "utf8",
  });
  if (built.status !== 0) throw new Error(built.stderr);
  const folder = await mkdtemp(path.join(os.tmpdir(), "woocommerce-"));
  const settings = {
    enabled: "yes",
    base_url: demo.baseUrl,
    server_key: demo.serverKey,
    webhook_secret: demo.webhookSecret,
  };
  const env = {
    ...process.env,
    PLUGIN_FOLDER: built.stdout.trim(),
    SHOP_FOLDER: folder,
    SHOP_OPTIONS: JSON.stringify({ woocommerce_stablecoin_checkout_settings: settings }),
    PHP_CLI_SERVER_WORKERS: "4",
  };
  let server: ReturnType<typeof spawnGuarded> | undefined;
  const output = shopOutput();
  let lastId = 1_000;
  const origin = `http://127.0.0.1:${port}`;
  async function ask<T>(target: string, body?: object): Promise<T> {
    const answer = await fetch(`${origin}${target}`, {
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${target}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }
  const shop: Shop = {
    placeOrder: async (more = {}) => {
      lastId += 1;
      const key = `wc_order_${randomBytes(7).toString("hex")}`;
      const order = {
        id: lastId,
        key,
        total: "12.50",
        currency: "USD",
        status: "pending",
        meta: {},
        notes: [],
        ...more,
      };
      await shop.save(order);
      return order;
    },
    save: (order) => ask("/orders", order),
    read: (id) => ask(`/orders/${id}`),
    pay: (id) => ask(`/orders/${id}/pay`, {}),
    refund: (id, amount) => ask(`/orders/${id}/refund`, { amount }),
    setStatus: (id, status) => ask(`/orders/${id}/status`, { status }),
    isAvailable: (id) => ask(`/orders/${id}/available`),
    start: async () => {
      const router = path.join(root, "e2e/woocommerce/shop/router.php");
      const started = spawnGuarded("php", ["-S", `127.0.0.1:${port}`, router], { cwd: folder, env }, "TERM");
      server = started;
      output.keep(started);
      while (!(await answers(origin))) {
        if (started.exitCode !== null)
          throw new Error(`php ended with ${started.exitCode}:\n${output.lastLines()}`);
        await sleep(50);
      }
    },
    stop: async () => {
      if (server?.pid !== undefined && server.exitCode === null) {
        const ended = new Promise((resolve) => server?.once("exit", resolve));
        // Its workers are of the same group.
        process.kill(-server.pid, "SIGTERM");
        await ended;
      }
    },
    lastLines: output.lastLines,
    close: async () => {
      await shop.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return shop;
}

async function answers(origin: string): Promise<boolean> {
  return fetch(`${origin}/orders`, { method: "POST", body: '{"id":0}' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
