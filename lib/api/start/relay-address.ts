import { parseUrl } from "@/lib/platform/values/url.rules";

/** The relay of those who made WalletConnect. */
export const usualRelayUrl = "wss://relay.walletconnect.org";

/** The origin to which the payment page may speak, as the settings have it; null where it may speak to no one else. */
export function relayOrigin(variables: Readonly<Record<string, string | undefined>>): string | null {
  const { WALLETCONNECT_PROJECT_ID, WALLETCONNECT_RELAY_URL } = variables;
  if (!WALLETCONNECT_PROJECT_ID) return null;
  const url = parseUrl(WALLETCONNECT_RELAY_URL || usualRelayUrl);
  return url !== null && /^wss?:$/.test(url.protocol) ? url.origin : null;
}
