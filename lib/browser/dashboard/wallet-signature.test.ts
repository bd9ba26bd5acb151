import { expect, test } from "vitest";
import { ProofRefused, type SigningWallet, signByWallet } from "./wallet-signature";

const address = "0xA0Cf798816D4b9b9866b5330EEa46a18382f251e";

/** A wallet on a network, which notes what it is asked. */
function wallet({
  chainId = "0x7a69",
  accounts = [address],
}: {
  chainId?: number | string;
  accounts?: string[];
} = {}) {
  const asked: { method: string; params?: unknown }[] = [];
  const answers: Record<string, unknown> = {
    eth_requestAccounts: accounts,
    eth_chainId: chainId,
    personal_sign: "0xsigned",
  };
  const request = async (call: { method: string; params?: unknown }) => {
    asked.push(call);
    return answers[call.method];
  };
  return { asked, found: { name: "Test", provider: { request } } satisfies SigningWallet };
}

test("the wallet signs the service's text, as bytes, with the account that it named", async () => {
  const { asked, found } = wallet();
  const questions: object[] = [];
  const proof = await signByWallet(found, [1, 31337], async (question) => {
    questions.push(question);
    return { ok: true, data: { message: "Zürich" } };
  });
  expect(questions).toEqual([{ address: address.toLowerCase(), chainId: 31337 }]);
  expect(asked.at(-1)).toEqual({ method: "personal_sign", params: ["0x5ac3bc72696368", address] });
  expect(proof).toEqual({ message: "Zürich", signature: "0xsigned" });
});

test.each([31337, "31337", "0x7A69"])("reads the wallet's network from %j", async (chainId) => {
  const chainIds: number[] = [];
  await signByWallet(wallet({ chainId }).found, [1, 31337], async (question) => {
    chainIds.push(question.chainId);
    return { ok: true, data: { message: "text" } };
  });
  expect(chainIds).toEqual([31337]);
});

test("names the first enabled network when the wallet's network isn't enabled", async () => {
  const chainIds: number[] = [];
  await signByWallet(wallet({ chainId: "0x1" }).found, [8453, 137], async ({ chainId }) => {
    chainIds.push(chainId);
    return { ok: true, data: { message: "text" } };
  });
  expect(chainIds).toEqual([8453]);
});

test("doesn't request a signature without a text or an account", async () => {
  const refused = wallet();
  const error = { code: "RATE_LIMIT_EXCEEDED", message: "Too many tries.", retryAfterMs: 0 };
  await expect(signByWallet(refused.found, [1], async () => ({ ok: false, error }))).rejects.toThrow(
    ProofRefused,
  );
  const empty = wallet({ accounts: [] });
  await expect(signByWallet(empty.found, [1], () => Promise.reject(new Error("asked")))).rejects.toThrow(
    "no account",
  );
  for (const { asked } of [refused, empty])
    expect(asked.map(({ method }) => method)).not.toContain("personal_sign");
});
