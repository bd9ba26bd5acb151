import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/wallet-connect-settings";
import type { LinkOptions, WalletLink } from "@/lib/browser/wallet-connect/wallet-link";
import type { FoundWallet } from "./wallet-signature";

export type PairedWallet = FoundWallet & {
  /** Ends the connection, also in the wallet. */
  end(): void;
};

type Options = Pick<LinkOptions, "chainId" | "onUri" | "signal"> & { settings: WalletConnectSettings };

/**
 * A wallet on another device, for one signature. Its code is loaded on the first request, and the connection ends with
 * the signature. `onUri` gets the pairing URI; it fails with the signal's reason.
 */
export function pairedWallet({ settings, chainId, onUri, signal }: Options): PairedWallet {
  let link: Promise<WalletLink> | null = null;
  const pair = async () => {
    const { openLink } = await import("@/lib/browser/wallet-connect/wallet-link");
    const still = () => undefined;
    return openLink({ settings, chainId, onUri, onChange: still, onEnd: still, signal });
  };
  return {
    id: "walletConnect",
    name: "WalletConnect",
    icon: "",
    provider: {
      async request(call) {
        link ??= pair();
        return (await link).request(call);
      },
    },
    end() {
      link?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
}
