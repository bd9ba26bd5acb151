import type { ApiAnswer, ApiError } from "@/lib/browser/api";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import type { LinkOptions, WalletLink } from "@/lib/browser/wallet-connect/wallet-link";

/** A wallet of this browser, announced by EIP-6963. */
export type FoundWallet = {
  id: string;
  name: string;
  /** A `data:` picture; empty for any other, which would be a request to a third party. */
  icon: string;
  /** EIP-1193. */
  provider: { request(call: { method: string; params?: unknown[] }): Promise<unknown> };
};

type Announcement = {
  info: { uuid: string; name: string; icon: string };
  provider: FoundWallet["provider"];
};

/** Reports each wallet once, now and whenever another one announces itself. @returns how to stop */
export function findWallets(onFound: (wallet: FoundWallet) => void): () => void {
  const seen = new Set<string>();
  const listen = (event: Event) => {
    const { info, provider } = (event as CustomEvent<Announcement>).detail;
    if (seen.has(info.uuid)) return;
    seen.add(info.uuid);
    const icon = info.icon.trim();
    onFound({
      id: info.uuid,
      name: info.name,
      icon: icon.startsWith("data:image/") ? icon : "",
      provider,
    });
  };
  window.addEventListener("eip6963:announceProvider", listen);
  window.dispatchEvent(new Event("eip6963:requestProvider"));
  return () => window.removeEventListener("eip6963:announceProvider", listen);
}

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
  { provider }: FoundWallet,
  chainIds: readonly number[],
  ask: AskForText,
): Promise<{ message: string; signature: string }> {
  const [address] = (await provider.request({ method: "eth_requestAccounts" })) as string[];
  if (address === undefined) throw new Error("the wallet has no account");
  const own = Number(await provider.request({ method: "eth_chainId" }));
  const chainId = chainIds.includes(own) ? own : (chainIds[0] ?? own);
  const answer = await ask({ address: address.toLowerCase(), chainId });
  if (!answer.ok) throw new ProofRefused(answer.error);
  const { message } = answer.data;
  const params = [hex(message), address];
  return { message, signature: (await provider.request({ method: "personal_sign", params })) as string };
}

function hex(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

export type PairedWallet = FoundWallet & {
  /** Ends the connection, also in the wallet. */
  end(): void;
};

type Options = Pick<LinkOptions, "onUri" | "signal"> & { chainId: number; settings: WalletConnectSettings };

/**
 * A wallet on another device, for one signature. Its code is loaded on the first request, and the connection ends with
 * the signature. `onUri` gets the pairing URI; it fails with the signal's reason.
 */
export function pairedWallet({ settings, chainId, onUri, signal }: Options): PairedWallet {
  let link: Promise<WalletLink> | null = null;
  const pair = async () => {
    const { openLink } = await import("@/lib/browser/wallet-connect/wallet-link");
    const still = () => undefined;
    return openLink({ settings, chainIds: [chainId], onUri, onChange: still, onEnd: still, signal });
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
