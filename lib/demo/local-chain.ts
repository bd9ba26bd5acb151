import { mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestClient, type Hex, http, publicActions } from "viem";
import { deterministicDeployerAddress } from "@/lib/chain/contracts/deposit-address.chain";
import { multicall3Address } from "@/lib/chain/reader/balances.chain";
import { keepChainState, prepareChainState } from "@/lib/demo/chain-state";
import {
  endProcess,
  endRecordedOrphan,
  findFreePort,
  isPortFree,
  loopback,
  processIdentity,
  recordProcess,
  spawnGuarded,
} from "@/lib/platform/process/processes";
import { explainUnusablePath, StartError } from "@/lib/platform/process/start-error";
import type { LocalChain } from "./chain-state";

const endOptions = { signal: "SIGTERM", graceMs: 15_000 } as const;

export interface LocalChainOptions {
  chainId: number;
  /** Must be free. Defaults to `preferredPort` when free, else any. */
  port?: number;
  preferredPort?: number;
  /** BIP-39; defaults to the public `test … junk` of every local chain: never a secret. */
  mnemonic?: string;
  /** Defaults to a block per transaction. */
  blockTimeSeconds?: number;
  /** The rules by which it runs, e.g. `berlin` for blocks without a base fee. Defaults to anvil's newest. */
  hardfork?: string;
  /** Number of blocks with state for past balances and calls, 512 by default; all headers and logs stay. */
  keptStates?: number;
  /** Absolute path of a file that keeps the chain between starts; without it the chain is lost. */
  statePath?: string;
  onLog?: (line: string) => void;
}

/**
 * Starts an anvil on the loopback interface with Multicall3 and the deterministic deployer. It ends with this process,
 * even a killed one; an orphan of an earlier run on the same state is ended first.
 *
 * @throws StartError with a sentence that says what to do: `PORT_TAKEN`, `ALREADY_RUNNING`, `PERMISSION_DENIED`,
 * `UNSUPPORTED_PLATFORM`, `START_FAILED`.
 */
export async function startLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  try {
    return await start(options);
  } catch (error) {
    throw explainUnusablePath(error, options.statePath ?? "The local chain's folder");
  }
}

async function start(options: LocalChainOptions): Promise<LocalChain> {
  const { chainId, statePath, onLog = () => undefined } = options;
  const recordPath = statePath === undefined ? undefined : `${statePath}.process.json`;
  if (statePath !== undefined && recordPath !== undefined) {
    await mkdir(path.dirname(statePath), { recursive: true, mode: 0o700 });
    if (await endRecordedOrphan(recordPath, `The local chain ${chainId}`, endOptions)) {
      onLog(`The local chain ${chainId} that an earlier run left behind was stopped.`);
    }
  }
  const startedFrom = statePath === undefined ? "nothing" : await prepareChainState(statePath, onLog);

  const server = await launchOnPort(options, startedFrom === "state");
  const rpcUrl = `http://${loopback}:${server.port}`;
  const kept = statePath === undefined ? undefined : keepChainState(rpcUrl, statePath, onLog);
  const stop = async () => {
    await kept?.stop();
    await endProcess(server.pid, server.identity, endOptions);
    if (recordPath !== undefined) await rm(recordPath, { force: true });
  };
  try {
    if (recordPath !== undefined) await recordProcess(recordPath, server.pid);
    await installContracts(rpcUrl);
  } catch (error) {
    await stop();
    throw error;
  }
  return { chainId, rpcUrl, port: server.port, pid: server.pid, startedFrom, stop };
}

/** The executable inside the npm package of this platform. */
function findAnvil(): string {
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const executable = process.platform === "win32" ? "anvil.exe" : "anvil";
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json"));
    return require.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/${executable}`);
  } catch (error) {
    throw new StartError(
      "UNSUPPORTED_PLATFORM",
      `The local chain's program (anvil) is not installed for ${process.platform} on ${process.arch}. Run npm install; if it stays missing, this machine cannot run the demo.`,
      { cause: error },
    );
  }
}

interface Server {
  pid: number;
  identity: string;
  port: number;
}

async function launchOnPort(options: LocalChainOptions, load: boolean): Promise<Server> {
  const { port: demanded, preferredPort } = options;
  for (let attempt = 0; ; attempt++) {
    if (demanded !== undefined && !(await isPortFree(demanded))) {
      throw new StartError(
        "PORT_TAKEN",
        `Port ${demanded} is in use by another program. Stop that program, or choose another port for the local chain ${options.chainId}.`,
      );
    }
    const preferred =
      preferredPort !== undefined && (await isPortFree(preferredPort)) ? preferredPort : undefined;
    const port = demanded ?? preferred ?? (await findFreePort());
    const outcome = await launch(options, port, load);
    if ("pid" in outcome) return outcome;
    if (attempt < 3 && /address already in use/i.test(outcome.log)) continue;
    throw new StartError(
      "START_FAILED",
      `The local chain ${options.chainId} did not start: ${outcome.log.trim().slice(-500) || "it said nothing"}.${
        options.statePath === undefined ? "" : ` Remove ${options.statePath} to begin a new chain.`
      }`,
    );
  }
}

async function launch(
  { chainId, mnemonic, blockTimeSeconds, hardfork, keptStates = 512, statePath, onLog }: LocalChainOptions,
  port: number,
  load: boolean,
): Promise<Server | { log: string }> {
  const args = ["--host", loopback, "--port", String(port), "--chain-id", String(chainId)];
  args.push("--prune-history", String(keptStates), "--quiet");
  if (mnemonic !== undefined) args.push("--mnemonic", mnemonic);
  if (blockTimeSeconds !== undefined) args.push("--block-time", String(blockTimeSeconds));
  if (hardfork !== undefined) args.push("--hardfork", hardfork);
  if (statePath !== undefined) args.push("--dump-state", `${statePath}.exit`);
  if (statePath !== undefined && load) args.push("--load-state", statePath);

  // anvil keeps the mode of a file that it overwrites, and would create one that everyone can read.
  if (statePath !== undefined) await writeFile(`${statePath}.exit`, "", { mode: 0o600 });

  const child = spawnGuarded(findAnvil(), args, {}, "TERM");
  let log = "";
  let ended = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-10_000);
      onLog?.(text.trimEnd());
    });
  }
  child.once("error", (error) => {
    log += error.message;
    ended = true;
  });
  child.once("close", () => {
    ended = true;
  });
  const identity = child.pid === undefined ? null : processIdentity(child.pid);
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (ended || child.pid === undefined || identity === null) return { log };
    const answered = await askChainId(`http://${loopback}:${port}`);
    if (answered === chainId && !ended) return { pid: child.pid, identity, port };
    await sleep(25);
  }
  if (child.pid !== undefined && identity !== null) await endProcess(child.pid, identity, endOptions);
  return { log: `${log}\nno answer for 60 seconds` };
}

async function askChainId(rpcUrl: string): Promise<number | null> {
  const client = createTestClient({
    mode: "anvil",
    transport: http(rpcUrl, { retryCount: 0, timeout: 2_000 }),
  });
  return client
    .extend(publicActions)
    .getChainId()
    .catch(() => null);
}

async function installContracts(rpcUrl: string): Promise<void> {
  const client = createTestClient({ mode: "anvil", transport: http(rpcUrl) }).extend(publicActions);
  if ((await client.getCode({ address: deterministicDeployerAddress })) === undefined) {
    throw new StartError(
      "START_FAILED",
      "The local chain has no deterministic deployer: its state is not ours.",
    );
  }
  if ((await client.getCode({ address: multicall3Address })) !== undefined) return;
  // viem has the creation code; run as a call, it returns the code to install.
  const { data: bytecode } = await client.call({ data: readMulticall3Bytecode() });
  if (bytecode === undefined) throw new StartError("START_FAILED", "Multicall3 could not be made ready.");
  await client.setCode({ address: multicall3Address, bytecode });
}

/** viem contains it without exporting it. */
function readMulticall3Bytecode(): Hex {
  const require = createRequire(import.meta.url);
  const contracts: { multicall3Bytecode: Hex } = require(
    path.join(path.dirname(require.resolve("viem")), "constants", "contracts.js"),
  );
  return contracts.multicall3Bytecode;
}
