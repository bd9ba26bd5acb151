import { shopSettings } from "@/app/(site)/shop/shop-settings";
import { nothingHere } from "@/app/api/nothing-here";
import { receiveWebhook } from "@/lib/demo/shop";

/** The shop's own endpoint, to which the service delivers its events. */
export async function POST(request: Request): Promise<Response> {
  const settings = shopSettings();
  if (settings === null) return nothingHere(request);
  const delivery = {
    signature: request.headers.get("x-svc-signature"),
    // The signature is over the bytes as they came: parsed and printed again they may differ.
    rawBody: new Uint8Array(await request.arrayBuffer()),
  };
  const { status, message } = await receiveWebhook(settings, delivery, new Date());
  return Response.json({ message }, { status });
}
