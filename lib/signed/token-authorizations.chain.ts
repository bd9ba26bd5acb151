import { encodeFunctionData, erc20Abi, hashTypedData, recoverAddress } from "viem";
import {
  flag,
  readDomain,
  readTokenBlocks,
  returned,
  type SigningDomain,
  stateCall,
  tokenBlocksCalls,
} from "@/lib/chain/contracts/token-calls.chain";
import {
  answerAt,
  data,
  ethCall,
  isRevert,
  type RpcAnswer,
  resultOf,
  UnusableAnswer,
} from "@/lib/chain/rpc/answers";
import { createRpcNodes, type RpcNodes, type RpcNodesOptions } from "@/lib/chain/rpc/nodes";
import type { SignedAuthorization } from "@/lib/chain/sender/chain-sender.port";
import { relayCalls, splitSignature } from "@/lib/chain/sender/contract-calls.chain";
import type { TokenRef } from "@/lib/chain/token.rules";
import { signatureCall } from "@/lib/chain/wallets.chain";
import type { AuthorizationState, TokenAuthorizations } from "@/lib/checkouts/views/read-checkout";
import type { Clock } from "@/lib/platform/clock";
import { TookTooLong, withTimeLimit } from "@/lib/platform/time-limit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { transferAuthorizationTypes } from "./authorization.rules";

/** The ERC-1271 answer for a valid signature, left-aligned in a word. */
const magicValue = "0x1626ba7e".padEnd(66, "0");

/** Half of secp256k1's order: tokens reject the second form of a signature above it (EIP-2). */
const mostS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/**
 * The state of an authorization by one node, in one round trip. We ask a wallet with code whether it signed (ERC-1271),
 * as tokens do; any other must have signed with the address's key. An account that delegates to code (EIP-7702) still
 * has its key, which older tokens recover without a look at the code: the token's own simulation tells.
 * @throws ChainUnavailable
 */
async function inspectAuthorization(
  nodes: RpcNodes,
  chainId: number,
  authorization: SignedAuthorization,
  domain: SigningDomain,
): Promise<AuthorizationState> {
  const { tokenAddress, from, to, nonce, signature } = authorization;
  const digest = authorizationDigest(chainId, authorization, domain);
  const balanceOf = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [from] });
  const relays = relayCalls(authorization).map((input) => ethCall(tokenAddress, input));
  const calls = [
    stateCall(tokenAddress, from, nonce),
    ethCall(tokenAddress, balanceOf),
    { method: "eth_getCode", params: [from, "latest"] },
    ethCall(from, signatureCall(digest, signature)),
    ...relays,
    ...tokenBlocksCalls(tokenAddress, [from, to]),
  ];
  const seen = await nodes.run(
    (node) =>
      node.ask(calls, (answers) => {
        const [used, balance, code, magic, ...rest] = calls.map((_, index) => answerAt(answers, index));
        if (used === undefined || balance === undefined || code === undefined || magic === undefined)
          throw new UnusableAnswer("a question was not answered");
        return {
          used: requiredFlag(returned(used)),
          balanceUnits: toUnits(returned(balance)),
          hasCode: data(resultOf(code), "the code") !== "0x",
          isMagic: returned(magic)?.slice(0, 66) === magicValue,
          refusal: refusalOf(rest.slice(0, relays.length)),
          blocks: readTokenBlocks(rest.slice(relays.length), [from, to]),
        };
      }),
    true,
  );
  const { hasCode, isMagic, ...state } = seen;
  if (hasCode && isMagic) return { ...state, signed: true };
  const { refusal, balanceUnits, blocks } = state;
  // These fail the simulation whoever signed.
  const isStopped = blocks.paused || blocks.blocked.length > 0 || balanceUnits < authorization.amountUnits;
  const takesKey = !hasCode || refusal === null || isStopped;
  return { ...state, signed: takesKey && (await isSignedBy(from, digest, signature)) };
}

/** The digest that the signer signs (EIP-712). */
function authorizationDigest(
  chainId: number,
  { tokenAddress, from, to, amountUnits, validAfter, validBefore, nonce }: SignedAuthorization,
  domain: SigningDomain,
): Hex {
  return hashTypedData({
    domain: { ...domain, chainId, verifyingContract: tokenAddress },
    types: transferAuthorizationTypes,
    primaryType: "TransferWithAuthorization",
    message: { from, to, value: amountUnits, validAfter, validBefore, nonce },
  });
}

async function isSignedBy(from: Hex, digest: Hex, signature: Hex): Promise<boolean> {
  const parts = splitSignature(signature);
  if (parts === null || BigInt(parts.s) > mostS) return false;
  try {
    return (await recoverAddress({ hash: digest, signature })).toLowerCase() === from;
  } catch {
    // r or s is not a valid number on the curve.
    return false;
  }
}

/** The first call's refusal, since older tokens lack the second; null when either would succeed. */
function refusalOf(relays: readonly RpcAnswer[]): string | null {
  for (const answer of relays) if (!answer.ok && !isRevert(answer)) resultOf(answer);
  const [first] = relays;
  return relays.some(({ ok }) => ok) || first === undefined || first.ok ? null : first.message;
}

function requiredFlag(result: Hex | null): boolean {
  const value = flag(result);
  if (value === null) throw new UnusableAnswer("the token does not tell whether a nonce was used");
  return value;
}

function toUnits(result: Hex | null): bigint {
  if (result?.length !== 66) throw new UnusableAnswer("the token does not tell a balance");
  return BigInt(result);
}

/** A token behind a proxy may add support, or change its name. */
const rereadMs = 60 * minuteMs;

/** After no node answered we ask again soon. */
const retryMs = 10_000;

export type TokenAuthorizationsOptions = {
  /** How long the first query for a token may take: a customer is waiting for the payment page. */
  timeoutMs?: number;
};

type Known = { domain: SigningDomain | null; until: number };

/** Queries tokens of the given chains only, so memory is bounded by the configuration. */
export function createTokenAuthorizations(
  chains: readonly RpcNodesOptions[],
  clock: Clock,
  { timeoutMs = 1_500 }: TokenAuthorizationsOptions = {},
): TokenAuthorizations {
  const nodesOf = new Map<number, RpcNodes>(chains.map((chain) => [chain.chainId, createRpcNodes(chain)]));
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<SigningDomain | null>>();

  function nodes(chainId: number): RpcNodes {
    const found = nodesOf.get(chainId);
    if (found === undefined) throw new Error(`chain ${chainId} is not enabled`);
    return found;
  }

  /** Never throws: when no node answers, the known value stays for a moment. */
  async function read(key: string, chainId: number, tokenAddress: Hex): Promise<SigningDomain | null> {
    const now = () => clock.now().getTime();
    try {
      const domain = await readDomain(nodes(chainId), chainId, tokenAddress);
      known.set(key, { domain, until: now() + rereadMs });
      return domain;
    } catch {
      const domain = known.get(key)?.domain ?? null;
      known.set(key, { domain, until: now() + retryMs });
      return domain;
    }
  }

  return {
    async domain({ chainId, tokenAddress }: TokenRef) {
      if (!nodesOf.has(chainId)) return null;
      const key = `${chainId}/${tokenAddress}`;
      const cached = known.get(key);
      if (cached !== undefined && clock.now().getTime() < cached.until) return cached.domain;
      const answer = asking.get(key) ?? read(key, chainId, tokenAddress).finally(() => asking.delete(key));
      asking.set(key, answer);
      return cached === undefined
        ? withTimeLimit(timeoutMs, "the domain of a token", answer).catch(unlessTooLong)
        : cached.domain;
    },

    inspect: (chainId, authorization, domain) =>
      inspectAuthorization(nodes(chainId), chainId, authorization, domain),
  };
}

function unlessTooLong(error: unknown): null {
  if (error instanceof TookTooLong) return null;
  throw error;
}
