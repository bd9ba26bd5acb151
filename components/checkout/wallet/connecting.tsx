import type { useConnect } from "wagmi";
import { fill } from "@/components/checkout/text/fill";
import { cancelPairing, isWalletConnect } from "@/lib/browser/wallet-connect/wallet-connect";
import { useMessages } from "../messages-provider";
import { Pairing } from "./pairing";
import { Working } from "./working";

/** Waiting for a wallet's account. */
export function Connecting({ connect }: { connect: ReturnType<typeof useConnect> }) {
  const t = useMessages();
  const connector = connect.variables?.connector;
  if (connector === undefined || typeof connector === "function" || !isWalletConnect(connector))
    return <Working text={fill(t.walletConnecting, { wallet: connectorName(connect) })} />;
  const cancel = () => {
    cancelPairing(connector);
    connect.reset();
  };
  return <Pairing connector={connector} onCancel={cancel} />;
}

/** The last chosen wallet; empty before. */
export function connectorName({ variables }: Pick<ReturnType<typeof useConnect>, "variables">): string {
  const { name } = (variables?.connector ?? {}) as { name?: string };
  return name ?? "";
}
