import { z } from "zod";
import type { Chain, Token } from "@/lib/core/chains";
import { networkView, tokenView } from "./token-view";

/** A project as a shop's page may know it: everything in it is public. */
export const sdkProject = z.object({
  id: z.string(),
  name: z.string(),
  logoUrl: z.string().nullable(),
  acceptedTokens: z.array(
    z.object({
      chainId: z.number(),
      tokenAddress: z.string().describe("Lower-case."),
      symbol: z.string(),
      name: z.string(),
      decimals: z.number(),
      iconUrl: z.string(),
    }),
  ),
  networks: z.array(z.object({ chainId: z.number(), name: z.string(), blockExplorerUrl: z.string() })),
});
export type SdkProject = z.infer<typeof sdkProject>;

/** @param accepted the tokens that the project accepts, with their chains */
export function toSdkProject(
  project: { id: string; name: string },
  accepted: readonly { chain: Chain; token: Token }[],
): SdkProject {
  const chains = new Map(accepted.map(({ chain }) => [chain.chainId, chain]));
  return {
    id: project.id,
    name: project.name,
    logoUrl: null,
    acceptedTokens: accepted.map(({ chain, token }) => ({
      chainId: chain.chainId,
      tokenAddress: token.address,
      ...tokenView(token),
    })),
    networks: [...chains.values()].map((chain) => ({ chainId: chain.chainId, ...networkView(chain) })),
  };
}
