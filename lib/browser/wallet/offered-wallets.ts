import { useMemo } from "react";
import {
  type AnnouncedWallet,
  demoWalletId,
  useAnnouncedWallets,
  type WalletProvider,
} from "@/lib/browser/announced-wallets";
import { localChainIds } from "@/lib/chain/chains.rules";
import { WalletError } from "./wallet-problem";

/**
 * The wallets of this browser, the demo's first.
 *
 * @param demoChainId where the demo wallet is at first; null without one
 */
export function useWallets(
  demoChainId: number | null,
  { address, name }: { address?: string | undefined; name?: string | undefined } = {},
): readonly AnnouncedWallet[] {
  const announced = useAnnouncedWallets();
  const demo = useMemo(
    () => (demoChainId === null ? [] : [demoWallet(demoChainId, { address, name })]),
    [demoChainId, address, name],
  );
  return [...demo, ...announced];
}

/** Firefox applies this page's policy to the script that an extension puts into it (Firefox bug 1446231). */
export function hidesExtensions(): boolean {
  return /firefox/i.test(navigator.userAgent);
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='9' fill='%232f4bdb'/%3E%3Cpath d='M13 8h6m-5 0v6l-5 8a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-8V8m-6 11h8' fill='none' stroke='%23fff' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

/**
 * A wallet with play money for local chains: an EIP-1193 provider like any other, so that the demo uses the same
 * code as a real wallet. It holds no key; the local node signs.
 *
 * @param wallet another of the demo's wallets than the payer's, and its name
 */
function demoWallet(
  startChainId: number,
  { address, name = "Demo wallet" }: { address?: string | undefined; name?: string | undefined } = {},
): AnnouncedWallet {
  let chainId = startChainId;
  const query = address === undefined ? "" : `?account=${address}`;
  let requests = 0;

  const request: WalletProvider["request"] = async ({ method, params }) => {
    if (method === "wallet_switchEthereumChain") {
      const [wanted] = params as [{ chainId: string }];
      if (!localChainIds.has(Number(wanted.chainId)))
        throw new WalletError(4902, "The demo wallet knows local chains only.");
      chainId = Number(wanted.chainId);
      return null;
    }
    // Refused here, as other wallets refuse unknown methods, without asking the node.
    if (method.startsWith("wallet_")) throw new WalletError(4200, `${method} is not supported.`);
    requests += 1;
    const response = await fetch(`/api/demo/rpc/${chainId}${query}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: requests, method, params: params ?? [] }),
    });
    const answer = (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
    if (answer.error !== undefined) throw new WalletError(answer.error.code, answer.error.message);
    return answer.result;
  };
  return { id: demoWalletId, name, icon, provider: { request } };
}
