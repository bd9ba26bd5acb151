import "server-only";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { env } from "@/lib/api/settings/env";

/** What wallets need to sign on the dashboard's pages. @param wanted whose signature is needed; anyone's by default */
export function walletHost(wanted?: string) {
  const { APP_MODE, CHAINS, DEMO_MERCHANT_ADDRESSES, walletConnect } = env();
  const demo = APP_MODE === "production" ? [] : DEMO_MERCHANT_ADDRESSES;
  const address = demo.find((merchant) => wanted === undefined || merchant === wanted);
  const local = CHAINS.find((chain) => chain.local);
  return {
    chainIds: CHAINS.map(({ chainId }) => chainId),
    demoWallet: address === undefined || local === undefined ? null : { chainId: local.chainId, address },
    walletConnect,
  };
}

/** Ways to prove one's identity again, the simplest first. */
export function proofWays({ hasPassword, hasSecondFactor, walletAddress }: SignedIn) {
  return [
    ...(hasPassword && !hasSecondFactor ? (["password"] as const) : []),
    ...(hasSecondFactor ? (["code"] as const) : []),
    ...(walletAddress === null ? [] : (["wallet"] as const)),
  ];
}
