import { CheckoutError } from "@/lib/platform/errors.rules";
import type { CheckWebhookUrl } from "@/lib/webhooks/webhook-url.port";

/** @throws CheckoutError VALIDATION_ERROR for an address that the service does not send to, saying why */
export async function requireSendable(
  { checkWebhookUrl }: { checkWebhookUrl: CheckWebhookUrl },
  url: string,
): Promise<void> {
  const reason = await checkWebhookUrl(url);
  if (reason === null) return;
  const message = `url: ${reason}`;
  throw new CheckoutError("VALIDATION_ERROR", message, {
    param: "url",
    details: [{ param: "url", message: reason }],
  });
}
