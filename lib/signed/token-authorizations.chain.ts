import { encodeFunctionData, erc20Abi, hashTypedData, recoverAddress } from "viem";
import type { Signing, SigningDomain } from "@/lib/chain/contracts/signing.rules";
import { readTokenBlocks, returned, tokenBlocksCalls } from "@/lib/chain/contracts/token-calls.chain";
import {
  permit2AllowanceCall,
  permitNonceCall,
  readSigning,
  readUsedNonce,
  usedNonceCall,
  word,
} from "@/lib/chain/contracts/token-signing.chain";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import {
  answerAt,
  atBlock,
  boundedCall,
  data,
  ethCall,
  integer,
  isRevert,
  knownResultOf,
  type RpcAnswer,
  resultOf,
  UnusableAnswer,
} from "@/lib/chain/rpc/answers";
import { createRpcNodes, type RpcNodes, type RpcNodesOptions } from "@/lib/chain/rpc/nodes";
import type { SignedAuthorization } from "@/lib/chain/sender/chain-sender.port";
import { relayCalls, splitSignature } from "@/lib/chain/sender/contract-calls.chain";
import type { TokenRef } from "@/lib/chain/token.rules";
import { signatureCall } from "@/lib/chain/wallets.chain";
import type {
  AuthorizationState,
  Permit2Approval,
  TokenAuthorizations,
} from "@/lib/checkouts/views/gasless-signing";
import type { Clock } from "@/lib/platform/clock";
import { briefMemory, TookTooLong, withTimeLimit } from "@/lib/platform/time-limit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { paymentToSign, permitToSign } from "./typed-data.rules";

/** The ERC-1271 answer for a valid signature, left-aligned in a word. */
const magicValue = "0x1626ba7e".padEnd(66, "0");

/** Half of secp256k1's order: tokens reject the second form of a signature above it (EIP-2). */
const mostS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/**
 * The state of an authorization by one node, at one block: machines behind one address may differ, and a payment that one
 * of them has seen would look to another like a refusal. We ask a wallet with code whether it signed (ERC-1271),
 * as tokens do; any other must have signed with the address's key. An account that delegates to code (EIP-7702) still
 * has its key, which older tokens recover without reading the code: the token's own simulation decides.
 * @throws ChainUnavailable
 */
async function inspectAuthorization(
  nodes: RpcNodes,
  chainId: number,
  authorization: SignedAuthorization,
  domain: SigningDomain | null,
): Promise<AuthorizationState> {
  const { kind, tokenAddress, from, to, amountUnits, signature } = authorization;
  const digest = hashTypedData(paymentToSign(kind, { ...authorization, chainId }, domain));
  const balanceOf = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [from] });
  const relays = relayCalls(authorization).map((call) => boundedCall(call.to, call.data));
  const calls = [
    usedNonceCall(authorization),
    ethCall(tokenAddress, balanceOf),
    { method: "eth_getCode", params: [from, "latest"] },
    boundedCall(from, signatureCall(digest, signature)),
    permit2AllowanceCall(tokenAddress, from),
    permitNonceCall(tokenAddress, from),
    ...relays,
    ...tokenBlocksCalls(tokenAddress, [from, to]),
  ];
  const seen = await nodes.run(async (node) => {
    const newest = [{ method: "eth_blockNumber", params: [] }];
    const block = await node.ask(newest, (answers) => integer(resultOf(answerAt(answers, 0)), "the number"));
    const state = await node.ask(
      calls.map((call) => atBlock(call, block)),
      (answers) => {
        const [used, balance, code, magic, allowance, permitNonce, ...rest] = calls.map((_, index) =>
          answerAt(answers, index),
        );
        if (
          used === undefined ||
          balance === undefined ||
          code === undefined ||
          magic === undefined ||
          allowance === undefined ||
          permitNonce === undefined
        )
          throw new UnusableAnswer("a question was not answered");
        // A machine that lags a little is no failure.
        if (knownResultOf(used) === null) return null;
        return {
          used: required(readUsedNonce(authorization, returned(used)), "whether a nonce was used"),
          balanceUnits: required(word(returned(balance)), "a balance"),
          hasCode: data(resultOf(code), "the code") !== "0x",
          isMagic: returned(magic)?.slice(0, 66) === magicValue,
          allowanceUnits: word(returned(allowance)) ?? 0n,
          permitNonce: word(returned(permitNonce)),
          refusal: refusalOf(rest.slice(0, relays.length)),
          blocks: readTokenBlocks(rest.slice(relays.length), [from, to]),
        };
      },
    );
    if (state !== null) return state;
    throw new ChainUnavailable(`chain ${chainId}: ${node.host} doesn't know block ${block} any more`);
  }, true);
  const { hasCode, isMagic, allowanceUnits, permitNonce, ...others } = seen;
  const allowed =
    kind === "EIP3009" ||
    allowanceUnits >= amountUnits ||
    (domain !== null &&
      permitNonce !== null &&
      (await isPermitted(chainId, authorization, domain, permitNonce)));
  const state = { ...others, allowed };
  if (hasCode && isMagic) return { ...state, signed: true, misread: false };
  const { used, refusal, balanceUnits, blocks } = state;
  // These fail the simulation whoever signed.
  const isStopped =
    used || blocks.paused || blocks.blocked.length > 0 || balanceUnits < amountUnits || !allowed;
  const takesKey = !hasCode || refusal === null || isStopped;
  const signed = takesKey && (await isSignedBy(from, digest, signature));
  return { ...state, signed, misread: !signed && (await isMisread(chainId, authorization, domain)) };
}

/** Whether the payer signed for the token's name as Latin-1 reads its UTF-8. */
async function isMisread(
  chainId: number,
  authorization: SignedAuthorization,
  domain: SigningDomain | null,
): Promise<boolean> {
  if (domain === null) return false;
  const name = Buffer.from(domain.name).toString("latin1");
  if (name === domain.name) return false;
  const { kind, from, signature } = authorization;
  const message = paymentToSign(kind, { ...authorization, chainId }, { ...domain, name });
  return isSignedBy(from, hashTypedData(message), signature);
}

/** Whether the payer signed the permit for Permit2 with the token's next nonce. */
async function isPermitted(
  chainId: number,
  authorization: SignedAuthorization,
  domain: SigningDomain,
  permitNonce: bigint,
): Promise<boolean> {
  const { from, permitSignature } = authorization;
  if (permitSignature === null) return false;
  const permit = hashTypedData(permitToSign({ ...authorization, chainId }, domain, permitNonce));
  return isSignedBy(from, permit, permitSignature);
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

function required<T>(value: T | null, what: string): T {
  if (value === null) throw new UnusableAnswer(`the contract does not tell ${what}`);
  return value;
}

/** A token behind a proxy may add support, or change its name. */
const rereadMs = 60 * minuteMs;

/** After no node answered we ask again soon. */
const retryMs = 10_000;

/** A wallet that was just approved can sign soon. */
const approvalKeptMs = 10_000;

export type TokenAuthorizationsOptions = {
  /** How long the first query for a token may take: a customer is waiting for the payment page. */
  timeoutMs?: number;
};

type Known = { signing: Signing | null; until: number };

/** Queries tokens of the given chains only, so memory is bounded by the configuration. */
export function createTokenAuthorizations(
  chains: readonly RpcNodesOptions[],
  clock: Clock,
  { timeoutMs = 1_500 }: TokenAuthorizationsOptions = {},
): TokenAuthorizations {
  const nodesOf = new Map<number, RpcNodes>(chains.map((chain) => [chain.chainId, createRpcNodes(chain)]));
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<Signing | null>>();
  const rememberApproval = briefMemory<Permit2Approval>(clock, approvalKeptMs);

  function nodes(chainId: number): RpcNodes {
    const found = nodesOf.get(chainId);
    if (found === undefined) throw new Error(`chain ${chainId} is not enabled`);
    return found;
  }

  /** Never throws: when no node answers, the known value stays for a moment. */
  async function read(key: string, chainId: number, tokenAddress: Hex): Promise<Signing | null> {
    const now = () => clock.now().getTime();
    try {
      const signing = await readSigning(nodes(chainId), chainId, tokenAddress);
      known.set(key, { signing, until: now() + rereadMs });
      return signing;
    } catch {
      const signing = known.get(key)?.signing ?? null;
      known.set(key, { signing, until: now() + retryMs });
      return signing;
    }
  }

  return {
    async signing({ chainId, tokenAddress }: TokenRef) {
      if (!nodesOf.has(chainId)) return null;
      const key = `${chainId}/${tokenAddress}`;
      const cached = known.get(key);
      if (cached !== undefined && clock.now().getTime() < cached.until) return cached.signing;
      const answer = asking.get(key) ?? read(key, chainId, tokenAddress).finally(() => asking.delete(key));
      asking.set(key, answer);
      return cached === undefined
        ? withTimeLimit(timeoutMs, "the signatures that a token takes", answer).catch(unlessTooLong)
        : cached.signing;
    },

    approval: ({ chainId, tokenAddress }, wallet) =>
      rememberApproval(`${chainId}/${tokenAddress}/${wallet}`, () =>
        readApproval(nodes(chainId), tokenAddress, wallet),
      ),

    inspect: (chainId, authorization, domain) =>
      inspectAuthorization(nodes(chainId), chainId, authorization, domain),
  };
}

/** An account's code that delegates to another one's (EIP-7702): its key still signs permits. */
const delegation = /^0xef0100/i;

async function readApproval(nodes: RpcNodes, tokenAddress: Hex, wallet: Hex): Promise<Permit2Approval> {
  const calls = [
    permit2AllowanceCall(tokenAddress, wallet),
    permitNonceCall(tokenAddress, wallet),
    { method: "eth_getCode", params: [wallet, "latest"] },
  ];
  return nodes.run((node) =>
    node.ask(calls, (answers) => {
      const [allowance, permitNonce] = [returned(answerAt(answers, 0)), returned(answerAt(answers, 1))];
      const code = data(resultOf(answerAt(answers, 2)), "the code");
      const hasKey = code === "0x" || delegation.test(code);
      return { allowanceUnits: word(allowance) ?? 0n, permitNonce: hasKey ? word(permitNonce) : null };
    }),
  );
}

function unlessTooLong(error: unknown): null {
  if (error instanceof TookTooLong) return null;
  throw error;
}
