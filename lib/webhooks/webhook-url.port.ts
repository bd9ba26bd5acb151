/**
 * Whether the service may send to an address that a merchant names; its name is resolved. The same is checked again for
 * every connection.
 *
 * @returns null, or why not, in words for the merchant
 */
export type CheckWebhookUrl = (url: string) => Promise<string | null>;
