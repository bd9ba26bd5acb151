import { encodeFunctionData, hashMessage, parseAbi, recoverMessageAddress } from "viem";
import { type ChainNode, type ChainNodes, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { answerAt, boundedCall, isRevert, RpcRefusal } from "@/lib/chain/rpc/answers";
import { createRpcNodes, type RpcNodesOptions } from "@/lib/chain/rpc/nodes";
import type { Clock } from "@/lib/platform/clock";
import type { Log } from "@/lib/platform/log";
import { TookTooLong, withTimeLimit } from "@/lib/platform/time-limit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { type CodeByChain, isContractWallet } from "./chains.rules";
import { judge } from "./witness";

/** On which enabled chains a wallet has code; remembered for when a chain does not answer. */
export type WalletCode = { onChains(address: Hex): Promise<CodeByChain> };

export type KnownCode = { chainId: number; hasCode: boolean; checkedAt: Date };

/** Nodes' answers about wallets, shared by all instances. */
export type WalletCodeStore = {
  find(address: Hex): Promise<KnownCode[]>;
  /** Code is permanent: a later answer without code changes only the time. */
  save(address: Hex, known: readonly KnownCode[]): Promise<void>;
};

/** How long an answer without code is valid: a contract may be deployed later. */
const freshMs = 60 * minuteMs;

export type WalletCodeDeps = {
  clock: Clock;
  log: Log;
  readers: readonly Pick<ChainNodes, "chainId" | "nodes">[];
  store: WalletCodeStore;
};

export type WalletCodeOptions = {
  /** How long nodes may take when there is an earlier answer. */
  timeoutMs?: number;
  /** The same without an earlier answer: a checkout waits for it. */
  firstTimeoutMs?: number;
  maxCached?: number;
};

/**
 * Tells where a wallet has code. We store answers by wallet and chain, so a silent node changes nothing after a
 * restart. Contradictory nodes of one chain count as no answer.
 */
export function createWalletCode(
  { clock, log, readers, store }: WalletCodeDeps,
  { timeoutMs = 1_500, firstTimeoutMs = 5_000, maxCached = 10_000 }: WalletCodeOptions = {},
): WalletCode {
  // For a minute only: another instance may have learned more.
  const cache = new Map<Hex, { code: CodeByChain; until: number }>();
  const asking = new Map<Hex, Promise<CodeByChain>>();

  async function askChain(
    { chainId, nodes }: (typeof readers)[number],
    address: Hex,
    known: KnownCode | undefined,
    at: Date,
  ): Promise<KnownCode | undefined> {
    if (known?.hasCode || (known !== undefined && at.getTime() - known.checkedAt.getTime() < freshMs))
      return known;
    const limitMs = known === undefined ? firstTimeoutMs : timeoutMs;
    const answers = await Promise.all(nodes.map((node) => askNode(node, address, limitMs)));
    const hasCode = [true, false].find((claim) => {
      const testimonies = answers.map((answer) => (answer === null ? null : answer === claim));
      return judge({ nodes }, "unanimous", testimonies) === "confirmed";
    });
    if (hasCode !== undefined) return { chainId, hasCode, checkedAt: at };
    if (answers.some((answer) => answer !== null))
      log.warn({ chainId, address }, "nodes disagree on whether a wallet has code");
    return known;
  }

  async function checkChains(address: Hex): Promise<CodeByChain> {
    const at = clock.now();
    const known = new Map((await store.find(address)).map((row) => [row.chainId, row]));
    const found = await Promise.all(
      readers.map((reader) => askChain(reader, address, known.get(reader.chainId), at)),
    );
    const learned = found.filter((row) => row !== undefined).filter((row) => row !== known.get(row.chainId));
    await store.save(address, learned);
    const code = new Map(readers.map(({ chainId }, index) => [chainId, found[index]?.hasCode ?? null]));
    if (isContractWallet(code) !== null) remember(address, code, at);
    return code;
  }

  function remember(address: Hex, code: CodeByChain, at: Date): void {
    cache.delete(address);
    const [oldest] = cache.keys();
    if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
    cache.set(address, { code, until: at.getTime() + minuteMs });
  }

  return {
    async onChains(anyCase) {
      const address = anyCase.toLowerCase() as Hex;
      const cached = cache.get(address);
      if (cached !== undefined && clock.now().getTime() < cached.until) return cached.code;
      const pending = asking.get(address) ?? checkChains(address).finally(() => asking.delete(address));
      asking.set(address, pending);
      return pending;
    },
  };
}

/** Null when the node does not answer in time. */
function askNode(node: ChainNode, address: Hex, timeoutMs: number): Promise<boolean | null> {
  return withTimeLimit(timeoutMs, "the code of a wallet", node.hasCode(address)).catch(unlessUnavailable);
}

function unlessUnavailable(error: unknown): null {
  if (error instanceof ChainUnavailable || error instanceof TookTooLong) return null;
  throw error;
}

/**
 * Whether the wallet at the address signed this text (EIP-191): with its key or, for a contract, by its own answer
 * (ERC-1271).
 * @throws ChainUnavailable when only the chain can tell, and does not answer
 */
export type VerifyMessage = (
  chainId: number,
  signed: { address: Hex; message: string; signature: Hex },
) => Promise<boolean>;

const walletAbi = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
]);

/** Asks a wallet's contract whether it signed (ERC-1271). */
export function signatureCall(digest: Hex, signature: Hex): Hex {
  return encodeFunctionData({ abi: walletAbi, functionName: "isValidSignature", args: [digest, signature] });
}

/** The selector of `isValidSignature`, padded to a word: the ERC-1271 answer for a valid signature. */
const yes = /^0x1626ba7e(?:0{56})?$/i;

/** Verifies signed texts: locally when the key matches, else by asking the wallet's contract. */
export function createMessageVerifier(chains: readonly RpcNodesOptions[]): VerifyMessage {
  const nodes = new Map(chains.map((chain) => [chain.chainId, createRpcNodes(chain)]));
  return async (chainId, { address, message, signature }) => {
    if ((await signerOf(message, signature)) === address) return true;
    const found = nodes.get(chainId);
    if (found === undefined) throw new ChainUnavailable(`chain ${chainId} is not enabled`);
    const data = signatureCall(hashMessage(message), signature);
    return found.run(
      (node) =>
        node.ask([boundedCall(address, data)], (answers) => {
          const answer = answerAt(answers, 0);
          // Without a contract, the result is empty.
          if (answer.ok) return typeof answer.result === "string" && yes.test(answer.result);
          if (isRevert(answer)) return false;
          throw new RpcRefusal(answer);
        }),
      true,
    );
  };
}

/** Null when it is not a key's signature. */
async function signerOf(message: string, signature: Hex): Promise<Hex | null> {
  try {
    return (await recoverMessageAddress({ message, signature })).toLowerCase() as Hex;
  } catch {
    return null;
  }
}
