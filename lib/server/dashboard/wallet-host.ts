import "server-only";
import type { SignedIn } from "@/lib/services/accounts/signed-in";
import { env } from "../env";

/** What wallets sign with on the dashboard's pages. */
export function walletHost() {
  const { APP_MODE, CHAINS, DEMO_MERCHANT_ADDRESSES } = env();
  const [address] = APP_MODE === "production" ? [] : DEMO_MERCHANT_ADDRESSES;
  const local = CHAINS.find((chain) => chain.local);
  return {
    chainIds: CHAINS.map(({ chainId }) => chainId),
    demoWallet: address === undefined || local === undefined ? null : { chainId: local.chainId, address },
  };
}

/** How somebody can show anew who they are, the simplest way first. */
export function proofWays({ hasPassword, hasSecondFactor, walletAddress }: SignedIn) {
  return [
    ...(hasPassword ? (["password"] as const) : []),
    ...(hasSecondFactor ? (["code"] as const) : []),
    ...(walletAddress === null ? [] : (["wallet"] as const)),
  ];
}
