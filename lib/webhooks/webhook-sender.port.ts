/** What came back from a receiver. */
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
 * Whether the service may send to an address that a merchant names; its name is resolved. The same is checked again for
 * every connection.
 *
 * @returns null, or why not, in words for the merchant
 */
export type CheckWebhookUrl = (url: string) => Promise<string | null>;
