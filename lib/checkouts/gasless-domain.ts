import type { SigningDomain } from "@/lib/chain/authorization-domain.chain";
import type { Chain } from "@/lib/chain/chains.rules";
import type { Clock } from "@/lib/platform/clock.port";
import { takesAuthorization } from "./authorization.rules";
import type { Checkout } from "./checkout.rules";
import type { TokenAuthorizations } from "./token-authorizations.port";

/** How much gas the service spends on customers' payments; 0 a day for none. */
export type GaslessLimits = {
  /** In 24 hours, for one project. */
  dailyGasPerProject: bigint;
  /** For one payment. */
  maxGasPerRelay: bigint;
};

export type GaslessDeps = {
  clock: Clock;
  chains: readonly Chain[];
  tokenAuthorizations: TokenAuthorizations;
  gasless: GaslessLimits;
};

/** The domain in which the checkout can be paid by signature now; null where it cannot. */
export async function gaslessDomain(deps: GaslessDeps, checkout: Checkout): Promise<SigningDomain | null> {
  const { chainId, tokenAddress } = checkout;
  const { dailyGasPerProject, maxGasPerRelay } = deps.gasless;
  if (chainId === null || tokenAddress === null || dailyGasPerProject < maxGasPerRelay) return null;
  if (!takesAuthorization(checkout, deps.clock.now())) return null;
  return deps.tokenAuthorizations.domain({ chainId, tokenAddress });
}
