import { useMutation } from "@tanstack/react-query";
import { type Connector, useConnection } from "wagmi";
import { localChainIds } from "@/lib/chain/chains.rules";
import type { WalletRequest } from "./wallet-calls";
import type { WalletNetwork } from "./wallet-config";
import { WalletError, walletProblem } from "./wallet-problem";

const pollMs = 300;
const patience = 10;

type Network = Pick<WalletNetwork, "chainId" | "networkName" | "nativeCurrency">;

/**
 * Asks the connected wallet to switch to the network. An unknown network is added only if this service has an RPC URL
 * of its own, which means local chains: wagmi would suggest a node for any chain, which no one vouches for.
 *
 * The mutation fails with the wallet's error; see `walletProblem`.
 */
export function useSwitchNetwork(network: Network) {
  const { connector } = useConnection();
  return useMutation({
    mutationFn: async (): Promise<void> => {
      if (connector === undefined) throw new WalletError(4900, "no wallet is connected");
      await switchWallet(connector, network);
    },
  });
}

/** Resolves when the connected wallet is on the network. @throws the wallet's error; see `walletProblem` */
export async function switchWallet(connector: Connector, network: Network): Promise<void> {
  const { request } = (await connector.getProvider()) as { request: WalletRequest };
  const event = awaitSwitch(connector, network.chainId);
  try {
    // Some wallets switch, report it by an event, and never answer.
    await Promise.race([
      switchNetwork(request, network).then(() => noteNetwork(connector, network.chainId)),
      event.switched,
    ]);
  } finally {
    event.stop();
  }
}

function awaitSwitch({ emitter }: Connector, wanted: number): { switched: Promise<void>; stop: () => void } {
  let stop = () => {};
  const switched = new Promise<void>((resolve) => {
    const onChange = ({ chainId }: { chainId?: number | undefined }) => {
      if (chainId === wanted) resolve();
    };
    emitter.on("change", onChange);
    stop = () => emitter.off("change", onChange);
  });
  return { switched, stop };
}

async function switchNetwork(request: WalletRequest, network: Network): Promise<void> {
  const chainId = `0x${network.chainId.toString(16)}`;
  try {
    await request({ method: "wallet_switchEthereumChain", params: [{ chainId }] });
  } catch (error) {
    if (walletProblem(error) !== "unknown_network" || !localChainIds.has(network.chainId)) throw error;
    await request({
      method: "wallet_addEthereumChain",
      params: [
        {
          chainId,
          chainName: network.networkName,
          nativeCurrency: network.nativeCurrency,
          rpcUrls: [new URL(`/api/demo/rpc/${network.chainId}`, location.href).href],
        },
      ],
    });
  }
}

/**
 * Not all wallets report a switch by an event, and some answer before they have switched.
 *
 * @throws WalletError 4001 if it did not switch
 */
async function noteNetwork(connector: Connector, wanted: number): Promise<void> {
  for (let poll = 0; poll < patience; poll++) {
    const chainId = await connector.getChainId();
    if (chainId === wanted) return void connector.emitter.emit("change", { chainId });
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new WalletError(4001, "the wallet stayed on its network");
}
