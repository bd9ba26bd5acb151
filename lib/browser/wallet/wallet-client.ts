import { type Account, type Chain, type Client, createClient, custom, type Transport } from "viem";
import { estimateGas, sendTransaction } from "viem/actions";
import { type Config, type Connector, useConfig, useConnection } from "wagmi";
import { type ApiAnswer, callApi, post } from "@/lib/browser/api";
import type { WalletBalance } from "@/lib/checkouts/views/payment-option.schema";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { hashIn, type WalletRequest } from "./wallet-calls";
import { WalletError } from "./wallet-problem";

export type WalletClient = Awaited<ReturnType<typeof walletClient>>;

/** viem for one account of a connected wallet. It sends nothing a second time, and by no second method. */
async function walletClient(config: Config, connector: Connector, account: Hex, chainId: number) {
  const chain = config.chains.find(({ id }) => id === chainId);
  if (chain === undefined) throw new Error(`chain ${chainId} is not of this task`);
  const { request } = (await connector.getProvider()) as { request: WalletRequest };
  return createClient({
    account,
    chain,
    transport: custom({ request }, { retryCount: 0, methods: { exclude: ["wallet_sendTransaction"] } }),
  });
}

/** The connected wallet, by account and chain; a signature of text needs no chain. @throws WalletError 4900 */
export function useWalletClient() {
  const config = useConfig();
  const { connector } = useConnection();
  return async (account: Hex, chainId: number = config.chains[0].id): Promise<WalletClient> => {
    if (connector === undefined) throw new WalletError(4900, "no wallet is connected");
    return walletClient(config, connector, account, chainId);
  };
}

/** Asks the wallet to send a prepared call. @returns its hash; null when the wallet answered with something else */
export async function sendCall(
  client: WalletClient,
  call: { to: string; data: string },
): Promise<Hex | null> {
  const transaction = { to: call.to as Hex, data: call.data as Hex };
  const gas = await transferGas(client, transaction);
  return hashIn(await sendTransaction(client, { ...transaction, gas }));
}

/** A storage slot that goes from zero to a balance costs this much more than one that changes (EIP-2929, EIP-3529). */
const emptySlotGas = 17_100n;

/**
 * The gas limit for a call that transfers a token. Its receiver may be emptied between the estimate and the block, and
 * an empty one takes more gas. Undefined where the wallet's node gives no estimate: the wallet then makes its own and
 * says why.
 */
export async function transferGas(
  client: Client<Transport, Chain | undefined, Account>,
  call: { to: Hex; data: Hex },
): Promise<bigint | undefined> {
  try {
    const estimate = await estimateGas(client, { ...call, account: client.account });
    return (estimate * 11n) / 10n + emptySlotGas;
  } catch {
    return undefined;
  }
}

// Apart from the page's own calls, which every visit loads.

/** `POST /api/c/:id/authorize` */
export function authorizePayment(
  checkoutId: string,
  signed: Readonly<Record<string, string | number>>,
): Promise<ApiAnswer<PublicCheckoutView>> {
  return callApi(`/api/c/${encodeURIComponent(checkoutId)}/authorize`, post(signed));
}

/** `POST /api/c/:id/balances` */
export function readBalances(checkoutId: string, wallet: string): Promise<ApiAnswer<WalletBalance[]>> {
  return callApi(`/api/c/${encodeURIComponent(checkoutId)}/balances`, post({ wallet }));
}
