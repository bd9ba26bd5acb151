import { createClient, custom } from "viem";
import { sendTransaction } from "viem/actions";
import { type Config, type Connector, useConfig, useConnection } from "wagmi";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { transferGas } from "./transfer-gas";
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
