import { cancelCheckout, createCheckout, getCheckout, listCheckouts } from "./generated/client.js";

/** The address is in the generated code. */
export async function playRound(_: string, serverKey: string, referenceId: string): Promise<unknown[]> {
  const headers = { "x-api-key": serverKey };
  const created = await createCheckout(
    { fiatAmount: "4.50", fiatCurrency: "USD", referenceId },
    { headers: { ...headers, "Idempotency-Key": referenceId } },
  );
  if (created.status !== 201) throw new Error(created.data.error.message);
  const { id, status } = created.data.data;

  const read = await getCheckout(id, { headers });
  const listed = await listCheckouts({ referenceId, take: 1 }, { headers });
  const cancelled = await cancelCheckout(id, { headers });
  const unknown = await getCheckout("no", { headers });
  return [
    status,
    read.status === 200 && read.data.data.referenceId,
    listed.status === 200 && listed.data.data.map((checkout) => checkout.id === id),
    listed.status === 200 && listed.data.pagination.total,
    cancelled.status === 200 && cancelled.data.data.status,
    unknown.status === 404 && unknown.data.error.code,
  ];
}
