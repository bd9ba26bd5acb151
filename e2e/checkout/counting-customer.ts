import type { Locator, Page } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { DemoManifest } from "@/lib/demo/identity";
import { pay, untilMined } from "../support/chain";
import { tapsInWallet } from "./scripted-wallet";

export const icon = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
export const logo = `img[src="${icon}"]`;

/** A customer who counts: taps on the page, and selections that the page stored. */
export async function customer(page: Page, checkoutId: string) {
  let taps = 0;
  const selections: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/select")) selections.push(request.url());
  });
  await page.goto(`/c/${checkoutId}`);
  const tap = async (control: Locator) => {
    await control.click();
    taps += 1;
  };
  return {
    tap,
    selections,
    dialog: page.getByRole("dialog", { name: "Pay from a wallet" }),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    /** On the page and in the wallet. */
    taps: async () => taps + (await tapsInWallet(page)),
  };
}

/** A wallet with its own key and exactly 10 USDC on one of the chains. */
export async function walletWith10(demo: DemoManifest, chainId: number) {
  const privateKey = generatePrivateKey();
  const account = privateKeyToAccount(privateKey).address;
  await untilMined(demo, await pay(demo, account, 10_000_000n, { chainId }), chainId);
  return { account, privateKey };
}
