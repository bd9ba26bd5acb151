import type { CheckWebhookUrl } from "@/lib/webhooks/webhook-url.port";
import { createDnsResolve } from "./dns-resolve";
import { checkSendableUrl, type OutgoingPolicy, type Resolve, UnsendableUrl } from "./outgoing-address";

/** Judges an address at save as the sender does at each connection. */
export function createWebhookUrlCheck(
  policy: OutgoingPolicy,
  resolve: Resolve = createDnsResolve(),
): CheckWebhookUrl {
  return async (url) => {
    try {
      await checkSendableUrl(url, policy, resolve);
      return null;
    } catch (error) {
      if (error instanceof UnsendableUrl) return error.message;
      throw error;
    }
  };
}
