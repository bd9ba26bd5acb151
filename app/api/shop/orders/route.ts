import { shopSettings } from "@/app/(site)/shop/settings";
import { nothingHere } from "@/app/api/nothing-here";
import { placeOrder, ShopError } from "@/lib/demo/shop";
import { env } from "@/lib/server/env";

/** "Buy": a plain form post, answered with the way to the payment page. */
export async function POST(request: Request): Promise<Response> {
  const settings = shopSettings();
  if (settings === null) return nothingHere(request);
  try {
    const { checkoutId } = await placeOrder(settings, new Date());
    return seeOther(`${env().CHECKOUT_PAGE_URL}/c/${checkoutId}`);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return seeOther("/shop?problem=1");
  }
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
