import { expect, it } from "vitest";
import { allowsMethod, sessionAccounts, sessionChains } from "./session-namespaces";

const [first, second] = [`0x${"aB".repeat(20)}`, `0x${"01".repeat(20)}`];
const namespaces = {
  eip155: {
    accounts: [`eip155:1:${first}`, `eip155:8453:${second}`, `eip155:8453:${first}`],
    methods: ["eth_sendTransaction"],
  },
  "eip155:10": { accounts: [`eip155:10:${second}`], methods: ["personal_sign"] },
  solana: { accounts: [`solana:8453:${first}`], methods: ["solana_signMessage"] },
};

it("tells a wallet's accounts by network, in its own order", () => {
  expect(sessionChains(namespaces)).toEqual([1, 8453, 10]);
  expect(sessionAccounts(namespaces, 8453)).toEqual([second, first]);
  expect(sessionAccounts(namespaces, 137)).toEqual([]);
});

it("leaves out what is no account", () => {
  const accounts = ["eip155:1:0x12", `eip155:0:${first}`, `1:${first}`, `eip155:1:${first}:x`, ""];
  expect(sessionChains({ eip155: { accounts, methods: [] } })).toEqual([]);
});

it("knows which requests the wallet takes", () => {
  expect(allowsMethod(namespaces, "eth_sendTransaction")).toBe(true);
  expect(allowsMethod(namespaces, "personal_sign")).toBe(true);
  expect(allowsMethod(namespaces, "solana_signMessage")).toBe(false);
});
