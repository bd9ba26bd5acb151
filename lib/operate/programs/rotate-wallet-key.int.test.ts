import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { encryptKeystore } from "@/lib/chain/keystore.chain";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { runProgramFile } from "@/lib/testing/run-program";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { settling } from "@/lib/testing/world/settling";

const network = await testNetwork();
const world = testWorld([network]);
const { look, paidClosed, settleToTheEnd, transactions } = settling(world);

const ether = 10n ** 18n;

let oldKey: Hex;
let newKey: Hex;
const addressOf = (key: Hex) => privateKeyToAddress(key).toLowerCase() as Hex;
const coinOf = (key: Hex) => network.chain.client.getBalance({ address: addressOf(key) });

const senderOf = (privateKey: Hex) =>
  createChainSender({
    chainId: 31337,
    rpcUrls: [network.chain.rpcUrl],
    signer: createLocalSigner(privateKey),
    factoryAddress: depositAddresses.factory,
  });

/** From now on the service settles with this key. */
function settleWith(privateKey: Hex): void {
  world.deps.sender = () => senderOf(privateKey);
}

beforeEach(async () => {
  oldKey = generatePrivateKey();
  newKey = generatePrivateKey();
  for (const key of [oldKey, newKey])
    await network.chain.client.setBalance({ address: addressOf(key), value: ether });
  settleWith(oldKey);
  await world.stores.database.prisma.operatorNonce.create({
    data: { chainId: 31337, operatorAddress: addressOf(oldKey), nextNonce: 0n },
  });
});

/** The command, run with the service's settings. */
async function rotate(
  wallet: string,
  { input = oldKey as string, args = [] as string[], settings = {} as Record<string, string> } = {},
) {
  const { chain, definition } = network;
  const ended = await runProgramFile(
    new URL("./rotate-wallet-key.ts", import.meta.url),
    ["--wallet", wallet, ...args],
    {
      APP_MODE: "test",
      DATABASE_URL: world.stores.databaseUrl,
      CHAINS: JSON.stringify([{ chainId: 31337, rpcUrls: [chain.rpcUrl], tokens: definition.tokens }]),
      OPERATOR_PRIVATE_KEY: newKey,
      REFUND_PRIVATE_KEY: newKey,
      ...settings,
    },
    input,
  );
  await chain.mined();
  return ended;
}

describe("a replaced operator key", () => {
  it("finishes its pending transactions, then sends its coin to the new wallet, and is no longer needed", async () => {
    const checkout = await world.paid();
    await look();
    const kind = "DAILY_CAP_REACHED";
    const subject = `31337/${addressOf(oldKey)}/refunds`;
    await world.stores.incidents.raise(
      { kind, subject, chainId: 31337, checkoutId: null, details: {} },
      new Date(),
    );
    settleWith(newKey);

    const first = await rotate("operator");
    expect(first.stderr).toBe("");
    expect(first.stdout).toMatch(/transactions that aren't final yet: 1\.\n\nKeep the old key/);
    expect(first.exitCode).toBe(1);
    expect(await coinOf(newKey)).toBe(ether);

    await world.mineAndWatch(2);
    const before = await coinOf(oldKey);
    const second = await rotate("operator");
    expect(second.stdout).toMatch(new RegExp(`sent its [.\\d]+ ETH to ${addressOf(newKey)}: 0x`));
    expect(second.exitCode).toBe(1);
    expect(await transactions()).toMatchObject([{ status: "CONFIRMED" }]);
    const moved = (await coinOf(newKey)) - ether;
    expect(moved).toBeGreaterThan((before * 99n) / 100n);
    expect(await world.stores.incidents.count()).toBe(1);

    const early = await rotate("operator");
    expect(early.stdout).toContain("its last transaction isn't final yet.");
    expect(early.exitCode).toBe(1);
    expect(await world.stores.incidents.count()).toBe(1);

    await world.mineAndWatch(2);
    const left = await coinOf(oldKey);
    const third = await rotate("operator");
    expect(third.stdout).toMatch(
      /done\. It has [.\d]+ ETH left.*\n\nThe service no longer needs the key of 0x/,
    );
    expect(third.exitCode).toBe(0);
    expect(await coinOf(oldKey)).toBe(left);
    expect(await world.stores.incidents.count()).toBe(0);
    expect(await world.status(checkout)).toBe("SETTLED");
  });

  it("lets the new one settle meanwhile", async () => {
    const begun = await world.paid();
    await look();
    settleWith(newKey);
    const next = await world.paid();
    await settleToTheEnd();
    expect(await world.status(next)).toBe("SETTLED");
    expect((await rotate("operator")).exitCode).toBe(1);
    await world.mineAndWatch();
    expect(await world.status(begun)).toBe("SETTLED");
    await world.mineAndWatch(2);
    expect((await rotate("operator")).exitCode).toBe(0);
    expect((await transactions()).map(({ status, nonce }) => `${nonce} ${status}`)).toEqual([
      "0 CONFIRMED",
      "0 CONFIRMED",
    ]);
  });

  it("leaves a balance below the cost of sending", async () => {
    const { maxCostWei } = await senderOf(oldKey).prepareEmptying(addressOf(newKey));
    const value = (maxCostWei * 3n) / 2n;
    await network.chain.client.setBalance({ address: addressOf(oldKey), value });
    expect((await rotate("operator")).exitCode).toBe(0);
    expect(await coinOf(oldKey)).toBe(value);
  });

  it("may come from a keystore", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "rotate-wallet-key-"));
    const file = path.join(folder, "password");
    writeFileSync(file, " a long one \n");
    try {
      const input = encryptKeystore(oldKey, " a long one ", { n: 2, r: 8, p: 1 });
      const { stdout } = await rotate("operator", { input, args: ["--password-file", file] });
      expect(stdout).toMatch(/: sent /);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("is left alone while the settings use it, or have no successor", async () => {
    for (const name of ["OPERATOR_PRIVATE_KEY", "REFUND_PRIVATE_KEY"]) {
      const { stderr, exitCode } = await rotate("operator", { settings: { [name]: oldKey } });
      expect(stderr).toContain(`still have the key of ${addressOf(oldKey)}`);
      expect(exitCode).toBe(2);
    }
    const none = await rotate("refund", { settings: { REFUND_PRIVATE_KEY: "" } });
    expect(none).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("no key of the refund wallet"),
    });
    expect(await coinOf(oldKey)).toBe(ether);
  });

  it("is refused when the service never knew its wallet", async () => {
    const stranger = generatePrivateKey();
    await network.chain.client.setBalance({ address: addressOf(stranger), value: ether });
    const { stderr, exitCode } = await rotate("operator", { input: stranger });
    expect(stderr).toContain("was never a wallet of this service. Nothing was sent.");
    expect(exitCode).toBe(2);
    expect(await coinOf(stranger)).toBe(ether);
  });

  it("stays while a transaction is open on a chain that the settings lack", async () => {
    await world.stores.database.prisma.outgoingTransaction.create({
      data: {
        id: "otx_elsewhere",
        chainId: 8453,
        operatorAddress: addressOf(oldKey),
        nonce: 0n,
        toAddress: addressOf(oldKey),
        gasLimit: 21_000n,
        txHash: `0x${"d1".repeat(32)}`,
        maxCostWei: "1",
      },
    });
    await rotate("operator");
    await world.mineAndWatch(2);
    const { stdout, exitCode } = await rotate("operator");
    expect(stdout).toContain(
      "chain 8453: transactions that aren't final yet. Put the chain back into CHAINS.",
    );
    expect(stdout).toContain("Keep the old key");
    expect(exitCode).toBe(1);
  });

  it.each([
    ["another", "", "Give --wallet operator or --wallet refund."],
    ["operator", "my key", "The first line is not a private key"],
  ])("requires --wallet %s with the input '%s'", async (wallet, input, says) => {
    const { stderr, exitCode } = await rotate(wallet, { input });
    expect(stderr).toContain(says);
    expect(stderr).toContain("Usage: npm run rotate-wallet-key");
    expect(exitCode).toBe(2);
  });
});

describe("a replaced refund key", () => {
  it("lists deposits that only the merchant's own contract can sweep", async () => {
    await world.change({ refundMode: "CONVENIENT" });
    world.deps.refundAuthority = addressOf(oldKey);
    await paidClosed();
    const { stdout, exitCode } = await rotate("refund");
    expect(stdout).toContain(
      "(deposits: 1). The merchant's wallet has to sweep them, on the project's Settlements page.",
    );
    expect(stdout).not.toContain("sweep-now");
    expect(exitCode).toBe(1);
  });

  it("keeps its coin while only it can refund some deposits, which are listed until they are settled", async () => {
    await world.change({ refundMode: "CONVENIENT" });
    world.deps.refundAuthority = addressOf(oldKey);
    const checkout = await world.paid();
    const open = await world.create();
    world.deps.refundAuthority = addressOf(newKey);
    await world.paid();

    const first = await rotate("refund");
    const { id } = world.project;
    expect(first.stdout).toContain(
      `${id}: only this wallet refunds 4.50 USDC on Chain 31337 (deposits: 1). ` +
        `To settle them: npm run admin -- sweep-now --project ${id}\nCustomers can still pay checkouts that only this wallet refunds: 1.\n`,
    );
    expect(first.stdout).toContain("Keep the old key");
    expect(first.exitCode).toBe(1);

    settleWith(newKey);
    await settleToTheEnd();
    expect(await world.status(checkout)).toBe("SETTLED");
    const second = await rotate("refund");
    expect(second.stdout).not.toContain(id);
    expect(second.stdout).toContain("Customers can still pay checkouts that only this wallet refunds: 1.");
    expect(second.exitCode).toBe(1);
    expect(await coinOf(oldKey)).toBe(ether);

    await world.query("UPDATE checkouts SET status = 'EXPIRED' WHERE id = $1", [open.id]);
    expect((await rotate("refund")).stdout).toMatch(/: sent /);
    await world.mineAndWatch(2);
    expect((await rotate("refund")).exitCode).toBe(0);
  });
});
