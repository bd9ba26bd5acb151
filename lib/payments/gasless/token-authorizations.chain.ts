import type { SigningDomain } from "@/lib/chain/authorization-domain.chain";
import { readDomain } from "@/lib/chain/authorization-domain.chain";
import { createRpcNodes, type RpcNodes, type RpcNodesOptions } from "@/lib/chain/rpc/nodes";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { TokenAuthorizations } from "@/lib/checkouts/token-authorizations.port";
import type { Clock } from "@/lib/platform/clock.port";
import { minuteMs } from "@/lib/platform/durations.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import { TookTooLong, withTimeLimit } from "@/lib/platform/time-limit";
import { inspectAuthorization } from "./authorization-state.chain";

/** A token behind a proxy may learn it, or change its name. */
const rereadMs = 60 * minuteMs;
/** What no node would say is asked again soon. */
const retryMs = 10_000;

export type TokenAuthorizationsOptions = {
  /** How long the first question about a token is waited for: somebody is opening a payment page meanwhile. */
  timeoutMs?: number;
};

type Known = { domain: SigningDomain | null; until: number };

/** Asks tokens of the given chains, and no others: how many are remembered is how many are configured. */
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

  /** Never throws: where no node answers, what was known stands a moment more. */
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
