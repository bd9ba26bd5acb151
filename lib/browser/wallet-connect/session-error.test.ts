import { expect, it } from "vitest";
import { WalletError } from "@/lib/browser/wallet-error";
import { walletProblem } from "@/lib/browser/wallet-problem";
import { RelayUnreachable, sessionError } from "./session-error";

it.each([
  [5000, "rejected"],
  [5002, "rejected"],
  [4001, "rejected"],
  [5100, "unknown_network"],
  [5101, "unsupported"],
  [6000, "disconnected"],
  [-32002, "busy"],
  [1, "failed"],
] as const)("understands what a wallet says by %d", (code, problem) => {
  expect(walletProblem(sessionError({ code, message: "in its own words" }))).toBe(problem);
});

it("knows a pairing that ran out of time, and a relay that is silent", () => {
  expect(walletProblem(sessionError({ code: 0, message: "Proposal expired" }))).toBe("pairing_expired");
  expect(walletProblem(new RelayUnreachable())).toBe("relay_unreachable");
});

it("leaves errors as they are, and makes one of whatever else is thrown", () => {
  const error = new WalletError(4900, "gone");
  expect(sessionError(error)).toMatchObject({ code: 4900, message: "gone" });
  const other = new Error("of the browser");
  expect(sessionError(other)).toBe(other);
  for (const thrown of ["text", null, undefined, {}]) expect(sessionError(thrown)).toBeInstanceOf(Error);
});
