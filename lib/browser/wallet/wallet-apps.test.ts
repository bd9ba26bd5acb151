import { expect, test } from "vitest";
import { walletAppLinks } from "./wallet-apps";

const page = "https://pay.example:8443/c/chk_01?lang=de";
const encoded = "https%3A%2F%2Fpay.example%3A8443%2Fc%2Fchk_01%3Flang%3Dde";

test.each([
  ["MetaMask", "https://link.metamask.io/dapp/pay.example:8443/c/chk_01?lang=de"],
  ["Base (Coinbase)", `https://go.cb-w.com/dapp?cb_url=${encoded}`],
  ["Trust Wallet", `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`],
  [
    "OKX Wallet",
    `https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3D${encodeURIComponent(encoded)}`,
  ],
  ["Phantom", `https://phantom.app/ul/browse/${encoded}?ref=https%3A%2F%2Fpay.example%3A8443`],
  ["Bitget Wallet", `https://bkcode.vip?action=dapp&url=${encoded}`],
  ["Rainbow", `https://rnbwapp.com/dapp?url=${encoded}`],
])("%s opens the page as its maker documents", (name, href) => {
  expect(walletAppLinks(page).find((app) => app.name === name)?.href).toBe(href);
});

test("every link is a website's, and holds the page's whole address", () => {
  const links = walletAppLinks(page);
  expect(links).toHaveLength(7);
  for (const { href } of links) {
    expect(new URL(href).protocol).toBe("https:");
    expect(decodeURIComponent(decodeURIComponent(href))).toContain(page.replace("https://", ""));
  }
});
