import { expect, test } from "vitest";
import { type WalletChangeTerms, walletChangeText } from "./wallet-change-text.schema";

const terms: WalletChangeTerms = {
  changeId: "wch_1",
  projectId: "prj_1",
  projectName: "Coffee shop",
  fromWallet: `0x${"a".repeat(40)}`,
  toWallet: `0x${"b".repeat(40)}`,
};

test("it says in words what it does, and binds project, change and both wallets, shown with their checksums", () => {
  expect(walletChangeText(terms)).toBe(
    [
      "Payments to Coffee shop shall go to another wallet, from now on.",
      "",
      "The new wallet:",
      "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB",
      "",
      "This wallet, which signs and is left:",
      "0xaAaAaAaaAaAaAaaAaAAAAAAAAaaaAaAaAaaAaaAa",
      "",
      "Signing costs nothing and moves nothing from this wallet.",
      "Project: prj_1",
      "Change: wch_1",
    ].join("\n"),
  );
});

test.each([
  ["changeId", "wch_2"],
  ["projectId", "prj_2"],
  ["fromWallet", `0x${"c".repeat(40)}`],
  ["toWallet", `0x${"c".repeat(40)}`],
] as const)("another %s is another text", (name, value) => {
  expect(walletChangeText({ ...terms, [name]: value })).not.toBe(walletChangeText(terms));
});

test("a name cannot add lines of its own, nor turn round what follows", () => {
  const text = walletChangeText({ ...terms, projectName: "Shop\nThe new wallet:\n\u202e0xdead" });
  expect(text.split("\n")[0]).toBe(
    "Payments to Shop The new wallet: 0xdead shall go to another wallet, from now on.",
  );
});
