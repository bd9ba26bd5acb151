import type { EIP1193Provider } from "viem";
import { demoWalletId } from "@/lib/browser/announced-wallets";
import { localChainIds } from "@/lib/chain/chains.rules";
import { WalletError } from "./wallet-problem";

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='9' fill='%232f4bdb'/%3E%3Cpath d='M13 8h6m-5 0v6l-5 8a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-8V8m-6 11h8' fill='none' stroke='%23fff' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

type Listener = (...values: unknown[]) => void;

/**
 * A wallet with play money for local chains: an EIP-1193 provider like any other, so that the demo uses the same
 * code as a real wallet. It holds no key; the local node signs.
 */
function createDemoWallet(startChainId: number, account: string | undefined): EIP1193Provider {
  let chainId = startChainId;
  const query = account === undefined ? "" : `?account=${account}`;
  const listeners = new Map<string, Set<Listener>>();
  let requests = 0;

  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
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

  const provider = {
    request,
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener);
    },
  };
  // EIP1193Provider's typed overloads name every method's answer; we pass the node's answers on.
  return provider as unknown as EIP1193Provider;
}

/**
 * Announces the demo wallet now and whenever a page asks (EIP-6963). Returns how to stop.
 *
 * @param wallet another of the demo's wallets than the payer's, and its name
 */
export function announceDemoWallet(
  chainId: number,
  { address, name = "Demo wallet" }: { address?: string | undefined; name?: string | undefined } = {},
): () => void {
  const detail = Object.freeze({
    info: Object.freeze({ uuid: crypto.randomUUID(), name, icon, rdns: demoWalletId }),
    provider: createDemoWallet(chainId, address),
  });
  const announce = () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  window.addEventListener("eip6963:requestProvider", announce);
  announce();
  return () => window.removeEventListener("eip6963:requestProvider", announce);
}
