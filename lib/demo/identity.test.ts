import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadIdentity, roles, saveIdentity, walletOf } from "./identity";

let folder: string;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), "checkout-identity-")), "demo");
});
afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

test("is created once, stored, and readable by its user only", async () => {
  const made = await loadIdentity(folder);
  await saveIdentity(folder, { ...made, seeded: null });
  expect(await loadIdentity(folder)).toEqual(made);
  expect((await stat(path.join(folder, "identity.json"))).mode & 0o777).toBe(0o600);
});

test("has a separate wallet for every role", async () => {
  const identity = await loadIdentity(folder);
  const wallets = Object.keys(roles).map((role) => walletOf(identity, role as keyof typeof roles));
  expect(new Set(wallets.map(({ address }) => address)).size).toBe(wallets.length);
  for (const { address, privateKey } of wallets)
    expect(privateKeyToAccount(privateKey).address).toBe(address);
});

test.each([
  ["half of it", '{"mnemonic": "test te'],
  ["another shape", "{}"],
])("behavior: reports %s with the way out", async (_, text) => {
  await loadIdentity(folder);
  await writeFile(path.join(folder, "identity.json"), text);
  await expect(loadIdentity(folder)).rejects.toThrow(`Remove ${folder} and start again`);
});

test("behavior: refuses data without their identity", async () => {
  await loadIdentity(folder);
  await writeFile(path.join(folder, "chain-31337.json"), "{}");
  await rm(path.join(folder, "identity.json"));
  await expect(loadIdentity(folder)).rejects.toThrow("is missing");
});
