import { execFile } from "node:child_process";
import { access, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createTestClient, http, multicall3Abi, publicActions } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { factoryAddress } from "@/lib/chain/contracts/deposit-address.chain";
import { multicall3Address } from "@/lib/chain/reader/balances.chain";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { localUsdcAbi } from "@/lib/contracts/abi/local";
import { deployLocalContracts, localTokens } from "@/lib/demo/deploy-contracts";
import { type LocalChainOptions, startLocalChain } from "@/lib/demo/local-chain";
import { processIdentity } from "@/lib/platform/process/processes";
import { testMnemonic, testWallet } from "@/lib/testing/chain";
import type { LocalChain } from "./chain-state";

let folder: string;
let statePath: string;
let log: string[];
const started: LocalChain[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "checkout-chain-"));
  statePath = path.join(folder, "chain-31337.json");
  log = [];
});

afterEach(async () => {
  for (const chain of started.splice(0)) await chain.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<LocalChainOptions> = {}): Promise<LocalChain> {
  const chain = await startLocalChain({
    chainId: 31337,
    statePath,
    mnemonic: testMnemonic,
    onLog: (line) => log.push(line),
    ...options,
  });
  started.push(chain);
  return chain;
}

const clientOf = ({ rpcUrl }: LocalChain) =>
  createTestClient({ mode: "anvil", transport: http(rpcUrl, { retryCount: 0 }), pollingInterval: 25 }).extend(
    publicActions,
  );

const recipient = "0x00000000000000000000000000000000000000AA";

async function pay(chain: LocalChain): Promise<bigint> {
  const hash = await testWallet(chain, 0).sendTransaction({ to: recipient, value: 7n });
  const { blockNumber } = await awaitReceipt(clientOf(chain), hash);
  return blockNumber;
}

async function savedHeight(): Promise<number> {
  const { best_block_number: height }: { best_block_number: number | string } = JSON.parse(
    await readFile(statePath, "utf8").catch(() => '{"best_block_number":-1}'),
  );
  return Number(height);
}

/** Between two saves lies twenty times what the first of them took, which may be seconds. */
const nextSave = { timeout: 100_000 };

async function killAndWait({ pid }: LocalChain): Promise<void> {
  process.kill(pid, "SIGKILL");
  await expect.poll(() => processIdentity(pid), { timeout: 30_000 }).toBeNull();
}

describe("startLocalChain", () => {
  it("has the chain id, Multicall3 and the requested funded accounts, without a state file", async () => {
    const chain = await startLocalChain({ chainId: 31338, mnemonic: testMnemonic });
    started.push(chain);
    const client = clientOf(chain);
    expect(await client.getChainId()).toBe(31338);
    const address = mnemonicToAccount(testMnemonic).address;
    const results = await client.readContract({
      address: multicall3Address,
      abi: multicall3Abi,
      functionName: "aggregate3",
      args: [[{ target: address, allowFailure: true, callData: "0x" }]],
    });
    expect(results).toEqual([{ success: true, returnData: "0x" }]);
    expect(await client.getBalance({ address })).toBeGreaterThan(10n ** 18n);
  });

  it("keeps blocks, hashes and balances over a restart, and its clock goes on from now", async () => {
    const first = await start({ blockTimeSeconds: 1 });
    const height = await pay(first);
    const before = await clientOf(first).getBlock({ blockNumber: height });
    await first.stop();
    await sleep(2_000);

    const second = await start({ blockTimeSeconds: 1 });
    const client = clientOf(second);
    expect(second.startedFrom).toBe("state");
    expect(await client.getBlock({ blockNumber: height })).toMatchObject({
      hash: before.hash,
      parentHash: before.parentHash,
      timestamp: before.timestamp,
      transactions: before.transactions,
    });
    expect(await client.getBalance({ address: recipient })).toBe(7n);
    const from = Date.now() / 1000;
    const resumedAt = await client.getBlockNumber();
    await expect
      .poll(() => client.getBlockNumber({ cacheTime: 0 }), { timeout: 30_000 })
      .toBeGreaterThan(resumedAt);
    const next = await client.getBlock();
    // It was mined between the two, however long that took.
    expect(Number(next.timestamp)).toBeGreaterThan(from - 3);
    expect(Number(next.timestamp)).toBeLessThan(Date.now() / 1000 + 3);
    expect(next.timestamp).toBeGreaterThan(before.timestamp);
  });

  it("keeps its written state when it is killed", { timeout: 150_000 }, async () => {
    const first = await start();
    const height = await pay(first);
    const { hash } = await clientOf(first).getBlock({ blockNumber: height });
    await expect.poll(savedHeight, nextSave).toBeGreaterThanOrEqual(Number(height));
    await killAndWait(first);
    const second = await start();
    expect((await clientOf(second).getBlock({ blockNumber: height })).hash).toBe(hash);
    expect(await clientOf(second).getBalance({ address: recipient })).toBe(7n);
  });

  it("falls back on the state written before when the last one is truncated", {
    timeout: 150_000,
  }, async () => {
    const first = await start();
    const height = await pay(first);
    await expect.poll(savedHeight, nextSave).toBeGreaterThanOrEqual(Number(height));
    await killAndWait(first);
    await writeFile(`${statePath}.exit`, "{");
    const second = await start();
    expect(second.startedFrom).toBe("state");
    expect(await clientOf(second).getBalance({ address: recipient })).toBe(7n);
  });

  it("leaves no process and no record after stop", async () => {
    const { pid, stop } = await start();
    await stop();
    await stop();
    expect(processIdentity(pid)).toBeNull();
    await expect(access(`${statePath}.process.json`)).rejects.toThrow("ENOENT");
  });

  it("ends its own orphan and continues its chain", async () => {
    const first = await start();
    await pay(first);
    const file = `${statePath}.process.json`;
    const record: object = JSON.parse(await readFile(file, "utf8"));
    await writeFile(file, JSON.stringify({ ...record, ownerPid: 4_194_000, ownerIdentity: "gone" }));
    const second = await start();
    expect(processIdentity(first.pid)).toBeNull();
    expect(await clientOf(second).getBalance({ address: recipient })).toBe(7n);
    expect(log.join("\n")).toContain("left behind was stopped");
  });

  it("never ends a process that reuses an old one's number", async () => {
    const { pid } = await start();
    await started.pop()?.stop();
    const bystander = execFile("sleep", ["30"]);
    try {
      await writeFile(
        `${statePath}.process.json`,
        JSON.stringify({
          pid: bystander.pid,
          identity: `other:${pid}`,
          ownerPid: 4_194_000,
          ownerIdentity: "gone",
        }),
      );
      await start();
      expect(processIdentity(bystander.pid ?? 0)).not.toBeNull();
    } finally {
      bystander.kill("SIGKILL");
    }
  });

  it("ends with a process that was killed, and keeps its last block", async () => {
    const script = `
      const { startLocalChain } = await import(${JSON.stringify(path.resolve("lib/demo/local-chain.ts"))});
      const { pid, rpcUrl } = await startLocalChain({ chainId: 31337, statePath: ${JSON.stringify(statePath)} });
      await fetch(rpcUrl, { method: "POST", headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "anvil_mine", params: ["0x3"] }) });
      require("node:fs").writeFileSync(${JSON.stringify(path.join(folder, "pid"))}, String(pid));
      process.kill(process.pid, "SIGKILL");`;
    await promisify(execFile)(process.execPath, [
      "--import",
      "tsx",
      "-e",
      `(async () => {${script}})()`,
    ]).catch(() => undefined);
    const pid = Number(await readFile(path.join(folder, "pid"), "utf8"));
    expect(pid).toBeGreaterThan(1);
    await expect.poll(() => processIdentity(pid), { timeout: 30_000 }).toBeNull();
    expect(await clientOf(await start()).getBlockNumber()).toBe(3n);
  });

  it("refuses a demanded port that is taken, and passes over a preferred one", async () => {
    const blocker = createServer();
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, "127.0.0.1", () => {
        const address = blocker.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
    try {
      await expect(start({ port })).rejects.toMatchObject({
        code: "PORT_TAKEN",
        message: expect.stringContaining(`Port ${port} is in use`),
      });
      expect((await start({ preferredPort: port })).port).not.toBe(port);
    } finally {
      blocker.close();
    }
  });
});

describe("deployLocalContracts", () => {
  const deployerPrivateKey = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

  it("puts factory and tokens at the same addresses on every chain, once", async () => {
    for (const chainId of [31337, 31338]) {
      const chain = await start({ chainId, statePath: path.join(folder, `chain-${chainId}.json`) });
      const deploy = () => deployLocalContracts({ rpcUrl: chain.rpcUrl, chainId, deployerPrivateKey });
      expect(await deploy()).toEqual({ factory: factoryAddress, tokens: localTokens });
      const height = await clientOf(chain).getBlockNumber({ cacheTime: 0 });
      await deploy();
      expect(await clientOf(chain).getBlockNumber({ cacheTime: 0 })).toBe(height);
      for (const { address, symbol, decimals } of localTokens) {
        const read = (functionName: "symbol" | "decimals") =>
          clientOf(chain).readContract({ address, abi: localUsdcAbi, functionName });
        expect([await read("symbol"), await read("decimals")]).toEqual([symbol, decimals]);
      }
    }
  });
});
