import { shopSettings } from "@/app/(site)/shop/shop-settings";
import { nothingHere } from "@/app/api/nothing-here";
import { readOrder } from "@/lib/demo/shop";

/** What the order's page polls. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ orderId: string }> },
): Promise<Response> {
  const settings = shopSettings();
  const found = settings === null ? null : await readOrder(settings, (await params).orderId);
  if (found === null) return nothingHere(request);
  return Response.json(
    { status: found.status, eventCount: found.events.length },
    { headers: { "cache-control": "no-store" } },
  );
}
