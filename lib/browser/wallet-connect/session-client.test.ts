import { describe, expect, it } from "vitest";
import { WalletError, walletProblem } from "@/lib/browser/wallet/wallet-problem";
import {
  allowsMethod,
  RelayUnreachable,
  sessionAccounts,
  sessionChains,
  sessionError,
} from "./session-client";

describe("session namespaces", () => {
  const [first, second] = [`0x${"aB".repeat(20)}`, `0x${"01".repeat(20)}`];

  const namespaces = {
    eip155: {
      accounts: [`eip155:1:${first}`, `eip155:8453:${second}`, `eip155:8453:${first}`],
      methods: ["eth_sendTransaction"],
    },
    "eip155:10": { accounts: [`eip155:10:${second}`], methods: ["personal_sign"] },
    solana: { accounts: [`solana:8453:${first}`], methods: ["solana_signMessage"] },
  };

  it("returns a wallet's accounts by network, in the wallet's order", () => {
    expect(sessionChains(namespaces)).toEqual([1, 8453, 10]);
    expect(sessionAccounts(namespaces, 8453)).toEqual([second, first]);
    expect(sessionAccounts(namespaces, 137)).toEqual([]);
  });

  it("ignores entries that aren't accounts", () => {
    const accounts = ["eip155:1:0x12", `eip155:0:${first}`, `1:${first}`, `eip155:1:${first}:x`, ""];
    expect(sessionChains({ eip155: { accounts, methods: [] } })).toEqual([]);
  });

  it("knows which requests the wallet takes", () => {
    expect(allowsMethod(namespaces, "eth_sendTransaction")).toBe(true);
    expect(allowsMethod(namespaces, "personal_sign")).toBe(true);
    expect(allowsMethod(namespaces, "solana_signMessage")).toBe(false);
  });
});

describe("session error", () => {
  it.each([
    [5000, "rejected"],
    [5002, "rejected"],
    [4001, "rejected"],
    [5100, "unknown_network"],
    [5101, "unsupported"],
    [6000, "disconnected"],
    [-32002, "busy"],
    [1, "failed"],
  ] as const)("recognises a wallet's error code %d", (code, problem) => {
    expect(walletProblem(sessionError({ code, message: "in its own words" }))).toBe(problem);
  });

  it("knows a pairing that ran out of time, and a relay that is silent", () => {
    expect(walletProblem(sessionError({ code: 0, message: "Proposal expired" }))).toBe("pairing_expired");
    expect(walletProblem(new RelayUnreachable())).toBe("relay_unreachable");
  });

  it("keeps errors as they are, and wraps other thrown values", () => {
    const error = new WalletError(4900, "gone");
    expect(sessionError(error)).toMatchObject({ code: 4900, message: "gone" });
    const other = new Error("of the browser");
    expect(sessionError(other)).toBe(other);
    for (const thrown of ["text", null, undefined, {}]) expect(sessionError(thrown)).toBeInstanceOf(Error);
  });
});
