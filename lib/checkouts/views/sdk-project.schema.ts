import { z } from "zod";
import type { Chain, Token } from "@/lib/chain/chains.rules";
import { evmChainId, lowerCaseAddress } from "@/lib/platform/answer-fields.schema";
import {
  logoUrl,
  logoUrlOf,
  network,
  networkView,
  projectId,
  token,
  tokenView,
} from "./checkout-fields.schema";

/** A project as a shop's page may know it: all fields are public. */
export const sdkProject = z.object({
  id: projectId,
  name: z.string(),
  logoUrl,
  acceptedTokens: z
    .array(
      z.object({
        chainId: evmChainId,
        tokenAddress: lowerCaseAddress.describe("The token's contract, in lower case."),
        ...token.shape,
      }),
    )
    .describe("The tokens that its checkouts accept."),
  networks: z
    .array(z.object({ chainId: evmChainId, ...network.shape }))
    .describe("The chains of these tokens."),
});
export type SdkProject = z.infer<typeof sdkProject>;

/**
 * @param accepted the tokens that the project accepts, with their chains
 * @param checkoutPageUrl origin of the payment page, which serves the logo and the tokens' marks
 */
export function toSdkProject(
  project: { id: string; name: string; logoDigest: string | null },
  accepted: readonly { chain: Chain; token: Token }[],
  checkoutPageUrl: string,
): SdkProject {
  const chains = new Map(accepted.map(({ chain }) => [chain.chainId, chain]));
  return {
    id: project.id,
    name: project.name,
    logoUrl: logoUrlOf(project.logoDigest, checkoutPageUrl),
    acceptedTokens: accepted.map(({ chain, token }) => ({
      chainId: chain.chainId,
      tokenAddress: token.address,
      ...tokenView(token, checkoutPageUrl),
    })),
    networks: [...chains.values()].map((chain) => ({ chainId: chain.chainId, ...networkView(chain) })),
  };
}
