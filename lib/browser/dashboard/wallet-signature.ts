import type { AnnouncedWallet } from "@/lib/browser/announced-wallets";
import type { ApiAnswer, ApiError } from "@/lib/browser/api";
import { walletRequest } from "@/lib/browser/wallet/wallet-calls";
import { WalletError } from "@/lib/browser/wallet/wallet-problem";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import type { LinkOptions, WalletLink, WalletPeer } from "@/lib/browser/wallet-connect/wallet-link";

export type SigningWallet = Pick<AnnouncedWallet, "name" | "provider">;

/** The service issued no text to sign, or rejected the signature. */
export class ProofRefused extends Error {
  override readonly name = "ProofRefused";
  readonly code: string;

  constructor({ code, message }: ApiError) {
    super(message);
    this.code = code;
  }
}

/** Requests a text for this wallet, given its network. */
export type AskForText = (wallet: {
  address: string;
  chainId: number;
}) => Promise<ApiAnswer<{ message: string }>>;

/**
 * Asks a wallet for its account, and to sign the service's text (`personal_sign`). Nothing is sent, so the wallet need
 * not change its network: the text names it if enabled, else the first enabled one.
 *
 * @throws ProofRefused, and the wallet's errors
 */
export async function signByWallet(
  { provider }: SigningWallet,
  chainIds: readonly number[],
  ask: AskForText,
): Promise<{ message: string; signature: string }> {
  const request = walletRequest((call) => provider.request(call));
  const [address] = (await request({ method: "eth_requestAccounts" })) as string[];
  if (address === undefined) throw new WalletError(4100, "the wallet shows no account");
  const own = Number(await request({ method: "eth_chainId" }));
  const chainId = chainIds.includes(own) ? own : (chainIds[0] ?? own);
  const answer = await ask({ address: address.toLowerCase(), chainId });
  if (!answer.ok) throw new ProofRefused(answer.error);
  const { message } = answer.data;
  const params = [hex(message), address];
  return { message, signature: (await request({ method: "personal_sign", params })) as string };
}

function hex(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

export type PairedWallet = SigningWallet & {
  /** Ends the connection, also in the wallet. */
  end(): void;
};

type Options = Pick<LinkOptions, "onUri" | "signal"> & {
  onPeer: (peer: WalletPeer) => void;
  chainId: number;
  settings: WalletConnectSettings;
};

/**
 * A wallet on another device, for one signature. Its code is loaded on the first request, and the connection ends with
 * the signature. `onUri` gets the pairing URI; it fails with the signal's reason.
 */
export function pairedWallet({ settings, chainId, onUri, onPeer, signal }: Options): PairedWallet {
  let link: Promise<WalletLink> | null = null;
  const pair = async () => {
    const { openLink } = await import("@/lib/browser/wallet-connect/wallet-link");
    const still = () => undefined;
    const opened = await openLink({
      settings,
      chainIds: [chainId],
      onUri,
      onChange: still,
      onEnd: still,
      signal,
    });
    onPeer(opened.peer);
    return opened;
  };
  return {
    name: "WalletConnect",
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
