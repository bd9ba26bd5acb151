import { z } from "zod";
import { usualRelayUrl } from "@/lib/api/start/relay-address";
import { parseUrl } from "@/lib/platform/parse-url.rules";

/** Wallets on other devices: offered where the operator has a project at a relay. */
export const walletConnectSettings = z.object({
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, "must be a project's id")
    .optional(),
  WALLETCONNECT_RELAY_URL: z
    .string()
    .refine((value) => /^wss?:$/.test(parseUrl(value)?.protocol ?? ""), "must be a wss:// address")
    .default(usualRelayUrl),
});

type WalletConnectSettings = z.output<typeof walletConnectSettings>;

/** What the payment page is told; null where such wallets are not offered. */
export function readWalletConnect({
  WALLETCONNECT_PROJECT_ID: projectId,
  WALLETCONNECT_RELAY_URL: relayUrl,
}: WalletConnectSettings): { projectId: string; relayUrl: string } | null {
  return projectId === undefined ? null : { projectId, relayUrl };
}
