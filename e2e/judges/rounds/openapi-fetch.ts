import createClient from "openapi-fetch";
import type { paths } from "./generated/schema.js";

export async function playRound(baseUrl: string, serverKey: string, referenceId: string): Promise<unknown[]> {
  const client = createClient<paths>({ baseUrl, headers: { "x-api-key": serverKey } });
  const created = await client.POST("/v1/checkouts", {
    params: { header: { "Idempotency-Key": referenceId } },
    body: { fiatAmount: "4.50", fiatCurrency: "USD", referenceId },
  });
  if (created.data === undefined) throw new Error(created.error.error.message);
  const { id, status } = created.data.data;

  const read = await client.GET("/v1/checkouts/{checkoutId}", { params: { path: { checkoutId: id } } });
  const listed = await client.GET("/v1/checkouts", { params: { query: { referenceId, take: 1 } } });
  const cancelled = await client.POST("/v1/checkouts/{checkoutId}/cancel", {
    params: { path: { checkoutId: id } },
  });
  const unknown = await client.GET("/v1/checkouts/{checkoutId}", { params: { path: { checkoutId: "no" } } });
  return [
    status,
    read.data?.data.referenceId,
    listed.data?.data.map((checkout) => checkout.id === id),
    listed.data?.pagination.total,
    cancelled.data?.data.status,
    unknown.error?.error.code,
  ];
}
