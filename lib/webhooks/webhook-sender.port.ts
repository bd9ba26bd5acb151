/** A receiver's answer. */
export type WebhookResponse =
  | { kind: "answered"; statusCode: number; retryAfterMs: number | null; body: string }
  | { kind: "failed"; error: string };

/** Posts a signed body to a merchant's endpoint; never throws. */
export type WebhookSender = {
  post(input: {
    url: string;
    eventId: string;
    body: string;
    secrets: readonly string[];
    at: Date;
    timeoutMs: number;
  }): Promise<WebhookResponse>;
};

/**
 * Whether the service may send to a merchant's URL; resolves its name. Each connection checks again.
 *
 * @returns null, or the reason in words for the merchant
 */
export type CheckWebhookUrl = (url: string) => Promise<string | null>;
