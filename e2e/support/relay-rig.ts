import type { Page } from "@playwright/test";
import { chainOf } from "./chain";
import { test as base, openWay } from "./fixtures";
import { type OwnService, startOwnService } from "./own-service";
import { type Relay, type RemoteWallet, startRelay, startRemoteWallet } from "./remote-wallet";

type Rig = { relay: Relay; wallet: RemoteWallet; service: OwnService };

/** A service with the setting, a relay and a wallet. Requests that leave the service are watched for, as everywhere. */
export const test = base.extend<object, { rig: Rig }>({
  rig: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const relay = await startRelay();
      const env = {
        WALLETCONNECT_PROJECT_ID: "project",
        WALLETCONNECT_RELAY_URL: `${relay.url}/v1`,
        // As in production: the page's browser has no wallet at all.
        DEMO_PAYER_ADDRESS: "",
      };
      const service = await startOwnService({ env });
      const { payer } = service.demo;
      const wallet = await startRemoteWallet(relay.url, payer.address, chainOf(service.demo));
      await use({ relay, wallet, service });
      await wallet.stop();
      await service.stop();
      await relay.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  demo: async ({ rig }, use) => use(rig.service.demo),
});

/** The payment page's dialog with wallets on other devices. */
export function walletsOf(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Pay from a wallet" });
  return {
    dialog,
    told: dialog.getByRole("alert"),
    byRelay: dialog.getByRole("button", { name: "WalletConnect" }),
    open: async () => {
      await openWay(page, "way-wallet");
      await page.getByRole("button", { name: "Connect wallet" }).click();
    },
  };
}
