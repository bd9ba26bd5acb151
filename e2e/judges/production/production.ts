import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { test as base } from "@playwright/test";
import type { PaymentLinkResource } from "@/lib/checkouts/links/payment-link.schema";
import type { DemoManifest } from "@/lib/demo/identity";
import { isPortFree, spawnGuarded } from "@/lib/platform/process/processes";
import { createSelfSigned } from "@/lib/testing/certificates";
import { findLastingPort, generousLimits } from "@/lib/testing/lasting-port";
import { startRateServers } from "@/lib/testing/rate-servers";
import { baseUsdc, startBaseChain } from "../../agents/base-chain";
import { call, createCheckout, untilStatus } from "../../support/api";
import { startOwnService } from "../../support/own-service";
import { claimToken } from "../../support/refund-links";

export type Production = {
  /** Behind nginx, over TLS. */
  origin: string;
  /** The service itself, to prepare what is judged. */
  demo: DemoManifest;
  paid: string;
  /** Of each kind of page, by name. */
  customerPages: Record<string, string>;
  /** For the owner, who is signed in. */
  dashboardPages: Record<string, string>;
};

/** Debian's program. @throws Error with the package to install */
export function debianProgram(name: string, places: readonly string[]): string {
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`${name} isn't installed. On Debian: apt-get install ${name}`);
  return found;
}

/** A service in production mode, on a local chain with the id of Base, behind nginx with the documented configuration. */
export const test = base.extend<object, { production: Production }>({
  production: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const tlsPort = await findLastingPort();
      const origin = `https://localhost:${tlsPort}`;
      const chain = await startBaseChain();
      const rates = await startRateServers({ USDC: { USD: "1" }, USDT: { USD: "1" } });
      const service = await startOwnService({
        chains: [chain.chain],
        env: {
          ...generousLimits,
          APP_MODE: "production",
          BASE_URL: origin,
          TRUST_PROXY_HOPS: "1",
          DEMO_FIXED_RATES: "",
          WEBHOOK_ALLOW_PRIVATE: "",
          COINGECKO_URL: rates.urls.coingecko,
          COINBASE_URL: rates.urls.coinbase,
          KRAKEN_URL: rates.urls.kraken,
          ECB_URL: rates.urls.ecb,
        },
      });
      const { demo } = service;
      const nginx = await startNginx(tlsPort, Number(new URL(demo.baseUrl).port));
      try {
        await use({ origin, demo, ...(await preparePages(demo, chain.mint)) });
      } finally {
        await nginx.stop();
        await service.stop();
        await rates.stop();
        await chain.stop();
      }
    },
    { scope: "worker", timeout: 240_000 },
  ],
});

async function preparePages(
  demo: DemoManifest,
  mint: (to: `0x${string}`, units: bigint) => Promise<unknown>,
) {
  const order = { amount: "4500000", chainId: 8453, tokenAddress: baseUsdc, itemName: "Two mugs" };
  const [pending, { id: paid, depositAddress }, link] = await Promise.all([
    createCheckout(demo, order),
    createCheckout(demo, order),
    call<PaymentLinkResource>(`${demo.baseUrl}/v1/payment-links`, {
      method: "POST",
      headers: { "x-api-key": demo.serverKey },
      json: { itemName: "Espresso", amount: "4500000" },
    }),
  ]);
  await mint(depositAddress as `0x${string}`, 4_500_000n);
  await untilStatus(demo, paid, "PAID");
  if (!link.body.ok) throw new Error(`no payment link: ${JSON.stringify(link.body)}`);
  const project = `/dashboard/projects/${demo.projectId}`;
  return {
    paid,
    customerPages: {
      home: "/",
      "sign-in": "/dashboard/sign-in",
      documentation: "/docs/accept-a-payment",
      reference: "/docs/checkouts",
      payment: `/c/${pending.id}`,
      paid: `/c/${paid}`,
      refund: `/r/${await claimToken(demo, paid)}`,
      "payment link": new URL(link.body.data.url).pathname,
    },
    dashboardPages: {
      overview: project,
      checkouts: `${project}/checkouts`,
      checkout: `${project}/checkouts/${paid}`,
      refunds: `${project}/refunds`,
      settings: `${project}/settings`,
      developers: `${project}/developers`,
    },
  };
}

/** Debian's nginx with deploy/nginx.conf: only ports and certificate are this machine's. */
async function startNginx(tlsPort: number, servicePort: number) {
  const program = debianProgram("nginx", ["/usr/sbin/nginx"]);
  const folder = await mkdtemp(path.join(os.tmpdir(), "checkout-nginx-"));
  const { cert, key } = createSelfSigned(["localhost"]);
  await writeFile(path.join(folder, "cert.pem"), cert);
  await writeFile(path.join(folder, "key.pem"), key);
  const documented = await readFile(new URL("../../../deploy/nginx.conf", import.meta.url), "utf8");
  const site = documented
    .replaceAll(/^ *listen \[::\].*\n/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${await findLastingPort()};`)
    .replace("listen 443", `listen 127.0.0.1:${tlsPort}`)
    .replace("127.0.0.1:3000", `127.0.0.1:${servicePort}`)
    .replace(/(?<=ssl_certificate +)\S+(?=;)/, `${folder}/cert.pem`)
    .replace(/(?<=ssl_certificate_key +)\S+(?=;)/, `${folder}/key.pem`);
  await writeFile(path.join(folder, "site.conf"), site);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(" ");
  await writeFile(
    path.join(folder, "nginx.conf"),
    `pid ${folder}/pid; daemon off; error_log stderr; events {} http { access_log off; ${temporary} include site.conf; }\n`,
  );
  const child = spawnGuarded(program, ["-c", path.join(folder, "nginx.conf")], {}, "TERM");
  let said = "";
  child.stderr?.on("data", (part: Buffer) => {
    said += part;
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  while (await isPortFree(tlsPort)) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
