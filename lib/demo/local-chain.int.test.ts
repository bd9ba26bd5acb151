import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTestClient, http, publicActions } from "viem";
import { expect, it } from "vitest";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { processIdentity } from "@/lib/platform/process/processes";
import { testMnemonic, testWallet } from "@/lib/testing/chain";
import type { LocalChain } from "./chain-state";
import { startLocalChain } from "./local-chain";

const recipient = "0x00000000000000000000000000000000000000AA";
const clientOf = ({ rpcUrl }: LocalChain) =>
  createTestClient({ mode: "anvil", transport: http(rpcUrl), pollingInterval: 25 }).extend(publicActions);

it("keeps blocks and balances over a stop, and starts again when its state can't be read", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "checkout-chain-"));
  const statePath = path.join(folder, "chain-31337.json");
  const said: string[] = [];
  const start = () =>
    startLocalChain({
      chainId: 31337,
      statePath,
      mnemonic: testMnemonic,
      onLog: (line) => said.push(line),
    });
  const first = await start();
  const hash = await testWallet(first, 0).sendTransaction({ to: recipient, value: 7n });
  const { blockNumber, blockHash } = await awaitReceipt(clientOf(first), hash);
  await first.stop();
  expect(processIdentity(first.pid)).toBeNull();

  const second = await start();
  expect(second.startedFrom).toBe("state");
  expect((await clientOf(second).getBlock({ blockNumber })).hash).toBe(blockHash);
  expect(await clientOf(second).getBalance({ address: recipient })).toBe(7n);
  await second.stop();
  // Its state tells the keys of accounts: no one else on the machine reads it.
  expect((await stat(`${statePath}.exit`)).mode & 0o777).toBe(0o600);

  await writeFile(statePath, '{"block":{"number":"0x5"');
  await rm(`${statePath}.exit`, { force: true });
  const third = await start();
  try {
    expect(third.startedFrom).toBe("reset");
    expect(await readFile(`${statePath}.unreadable`, "utf8")).toContain("0x5");
    expect(said.join("\n")).toContain("could not be read, so the chain begins anew");
  } finally {
    await third.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
