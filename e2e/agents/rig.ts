import { test as base } from "@playwright/test";
import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import type { DemoManifest } from "@/lib/demo/identity";
import { generousLimits } from "@/lib/testing/lasting-port";
import { createCheckout } from "../support/api";
import { type OwnService, startOwnService } from "../support/own-service";
import { type Receiver, startReceiver } from "../support/receiver";
import { type BaseChain, baseUsdc, placeWallet, startBaseChain } from "./base-chain";
import { contractWallet, keyWallet, type Payer } from "./clients";

export type Rig = { base: BaseChain; service: OwnService; receiver: Receiver };

/** A service that accepts USDC on a local Base. */
export const test = base.extend<{ demo: DemoManifest }, { rig: Rig }>({
  rig: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const chain = await startBaseChain();
      const receiver = await startReceiver();
      const service = await startOwnService({
        chains: [chain.chain],
        extraWebhookUrl: receiver.url,
        env: generousLimits,
      });
      await use({ base: chain, service, receiver });
      await service.stop();
      await receiver.close();
      await chain.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  demo: async ({ rig }, use) => use(rig.service.demo),
});

export const price = 4_500_000n;

/** A checkout over 4.50 USDC on Base. */
export function startCheckout(demo: DemoManifest, more: object = {}): Promise<CheckoutResource> {
  return createCheckout(demo, {
    amount: price.toString(),
    chainId: 8453,
    tokenAddress: baseUsdc,
    itemName: "Two mugs",
    ...more,
  });
}

/** Where software pays a checkout. */
export const x402Url = ({ baseUrl }: DemoManifest, { id }: { id: string }) => `${baseUrl}/c/${id}/x402`;

/** A new wallet with ten times the price. */
export async function fundedWallet(chain: BaseChain): Promise<Payer> {
  const payer = keyWallet();
  await chain.mint(payer.address, 10n * price);
  return payer;
}

/** The same with code, which its owner's key signs for (ERC-1271). */
async function fundedContractWallet(chain: BaseChain): Promise<Payer> {
  const { payer, owner } = contractWallet();
  await placeWallet(chain, payer.address, owner);
  await chain.mint(payer.address, 10n * price);
  return payer;
}

export const wallets = { "a key's wallet": fundedWallet, "a contract wallet": fundedContractWallet };
