import { expect, it } from "vitest";
import { walletAppLinks } from "./wallet-config";

it("writes each wallet's link as its maker documents it", () => {
  expect(walletAppLinks("https://pay.example:8443/c/chk_01?lang=de")).toEqual([
    { name: "MetaMask", href: "https://link.metamask.io/dapp/pay.example:8443/c/chk_01?lang=de" },
    {
      name: "Coinbase Wallet",
      href: "https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fpay.example%3A8443%2Fc%2Fchk_01%3Flang%3Dde",
    },
    {
      name: "Trust Wallet",
      href: "https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Fpay.example%3A8443%2Fc%2Fchk_01%3Flang%3Dde",
    },
  ]);
});
