import { createClient } from "./generated/client/index.js";
import { cancelCheckout, createCheckout, getCheckout, listCheckouts } from "./generated/index.js";

export async function playRound(baseUrl: string, serverKey: string, referenceId: string): Promise<unknown[]> {
  const client = createClient({ baseUrl, auth: ({ type }) => (type === "apiKey" ? serverKey : undefined) });
  const created = await createCheckout({
    client,
    headers: { "Idempotency-Key": referenceId },
    body: { fiatAmount: "4.50", fiatCurrency: "USD", referenceId },
  });
  if (created.data === undefined) throw new Error(created.error.error.message);
  const { id, status } = created.data.data;

  const read = await getCheckout({ client, path: { checkoutId: id } });
  const listed = await listCheckouts({ client, query: { referenceId, take: 1 } });
  const cancelled = await cancelCheckout({ client, path: { checkoutId: id } });
  const unknown = await getCheckout({ client, path: { checkoutId: "no" } });
  return [
    status,
    read.data?.data.referenceId,
    listed.data?.data.map((checkout) => checkout.id === id),
    listed.data?.pagination.total,
    cancelled.data?.data.status,
    unknown.error?.error.code,
  ];
}
