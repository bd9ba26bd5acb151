import { SignClient } from "@walletconnect/sign-client";
import { RelayUnreachable } from "./session-error";
import { tabStorage } from "./tab-storage";
import type { WalletConnectSettings } from "./wallet-connect-settings";

export type SessionClient = InstanceType<typeof SignClient>;

/** A page has one connection to the relay, however often its dialog is opened. */
let opened: Promise<SessionClient> | null = null;

/**
 * The SDK as this page uses it. It writes to the relay alone: nothing is told to anybody about how it goes, and no
 * page of a third party is put into this one to vouch for where it is shown (a wallet says then that nobody did).
 */
export function sessionClient({ projectId, relayUrl }: WalletConnectSettings): Promise<SessionClient> {
  opened ??= SignClient.init({
    projectId,
    relayUrl,
    storage: tabStorage(),
    telemetryEnabled: false,
    // The customer is told what matters; a wallet's words are not for the console.
    logger: "silent",
    metadata: {
      name: location.host,
      description: document.title,
      url: location.origin,
      icons: [],
    },
  }).then(
    (client) => {
      client.core.verify.register = async () => "";
      // A message that comes back to who sent it would have the SDK ask them who that is.
      client.core.verify.resolve = () => Promise.reject(new Error("nobody else is asked"));
      return client;
    },
    (error: unknown) => {
      opened = null;
      throw new RelayUnreachable("the connection could not be prepared", { cause: error });
    },
  );
  return opened;
}
