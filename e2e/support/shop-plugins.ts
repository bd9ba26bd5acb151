import type { ChildProcess } from "node:child_process";
import { expect, test } from "@playwright/test";
import type { DemoManifest } from "@/lib/demo/identity";
import {
  type CheckoutClient,
  createCheckoutClient,
  type WebhookDelivery,
  type WebhookEndpoint,
} from "@/lib/generated/client/checkout-client";
import { getCheckout } from "./api";
import { chainOf, pay, tokenOf } from "./chain";
import { expectView, postPublic } from "./contract";

// Acts that the stories of every shop plugin share.

/** The Server API, as the merchant's own programs use it. */
export function serverApi({ baseUrl, serverKey }: DemoManifest): CheckoutClient {
  return createCheckoutClient({ baseUrl, serverKey });
}

/** Chooses USDC on the first chain. */
export async function choose(
  demo: DemoManifest,
  checkoutId: string,
): Promise<{ depositAddress: string; amount: bigint }> {
  const chain = chainOf(demo);
  const choice = { chainId: chain.chainId, tokenAddress: tokenOf(chain) };
  const { depositAddress, amount } = expectView(await postPublic(demo, checkoutId, "select", choice));
  if (depositAddress === null || amount === null) throw new Error(`${checkoutId} has no deposit address`);
  return { depositAddress, amount: BigInt(amount) };
}

/** Pays as a customer does who sends from an exchange, and waits until the service counts it. */
export async function payCheckout(demo: DemoManifest, checkoutId: string): Promise<void> {
  const { depositAddress, amount } = await choose(demo, checkoutId);
  await pay(demo, depositAddress, amount);
  await expect.poll(async () => (await getCheckout(demo, checkoutId)).isPaid, { timeout: 60_000 }).toBe(true);
}

/** The webhook endpoint that sends to the plugin. */
export async function endpointAt(demo: DemoManifest, url: string): Promise<WebhookEndpoint> {
  for await (const endpoint of serverApi(demo).listWebhookEndpoints())
    if (endpoint.url === url) return endpoint;
  throw new Error(`no endpoint sends to ${url}`);
}

type Delivered = { kind: string; checkoutId: string };

/** The delivery of a checkout's event to the plugin. */
export async function deliveryTo(
  demo: DemoManifest,
  url: string,
  { kind, checkoutId }: Delivered,
): Promise<WebhookDelivery | undefined> {
  const { id } = await endpointAt(demo, url);
  const { data } = await serverApi(demo).listWebhookDeliveries(id);
  return data.find((delivery) => delivery.kind === kind && delivery.checkoutId === checkoutId);
}

/** Sends the event once more, and waits until the plugin has it. */
export async function resend(demo: DemoManifest, url: string, event: Delivered): Promise<void> {
  const delivery = await deliveryTo(demo, url, event);
  if (delivery === undefined) throw new Error(`no delivery of ${event.kind} for ${event.checkoutId}`);
  await serverApi(demo).resendWebhookDelivery(delivery.id);
  await expect.poll(async () => (await deliveryTo(demo, url, event))?.status).toBe("DELIVERED");
}

export type ShopOutput = {
  /** Keeps the last lines that a process of the shop prints. */
  keep(process: ChildProcess): void;
  lastLines(): string;
};

export function shopOutput(): ShopOutput {
  let kept = "";
  return {
    keep: ({ stdout, stderr }) => {
      for (const output of [stdout, stderr])
        output?.on("data", (chunk: Buffer) => {
          kept = `${kept}${chunk}`.slice(-8_000);
        });
    },
    lastLines: () => kept,
  };
}

/** Prints a shop's last lines below a failed test. */
export function printAfterFailure(output: () => string | undefined): void {
  test.afterEach(() => {
    const { status, expectedStatus } = test.info();
    if (status !== expectedStatus) console.log(`The shop's last lines:\n${output()}`);
  });
}
