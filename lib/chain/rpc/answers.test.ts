import { expect, it } from "vitest";
import { knownResultOf, RpcRefusal } from "./answers";

const refusal = (code: number, message: string) => ({ ok: false as const, code, message, data: undefined });

it.each([
  [-32_000, "transaction indexing is in progress"],
  [-32_000, "indexing in progress, please retry later"],
  [-32_000, "receipt not yet available"],
  [-32_000, "transaction not found"],
  [-32_000, "unknown block"],
  [-32_602, "block is not fully indexed"],
  [-32_001, "Resource not found."],
])("knows nothing of a hash when the node answers %i %s", (code, message) => {
  expect(knownResultOf(refusal(code, message))).toBeNull();
});

it.each([
  [-32_005, "rate limit exceeded: block not found"],
  [-32_603, "internal error"],
  [-32_601, "the method eth_getTransactionReceipt does not exist/is not available"],
  [-32_000, "Method not found"],
])("fails when the node answers %i %s", (code, message) => {
  expect(() => knownResultOf(refusal(code, message))).toThrow(RpcRefusal);
});

it("returns the result of an answer", () => {
  expect(knownResultOf({ ok: true, result: "0x1" })).toBe("0x1");
});
