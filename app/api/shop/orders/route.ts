import { shopSettings } from "@/app/(site)/shop/shop-settings";
import { nothingHere } from "@/app/api/nothing-here";
import { placeOrder, ShopError } from "@/lib/demo/shop";
import { env } from "@/lib/settings/env";

/** "Buy": a plain form post, answered with the way to the payment page; to a script, with where that is. */
export async function POST(request: Request): Promise<Response> {
  const settings = shopSettings();
  if (settings === null) return nothingHere(request);
  try {
    const { checkoutId } = await placeOrder(settings, new Date());
    const checkoutUrl = `${env().CHECKOUT_PAGE_URL}/c/${checkoutId}`;
    const isScript = request.headers.get("accept") === "application/json";
    return isScript ? Response.json({ checkoutUrl }, { headers: noStore }) : seeOther(checkoutUrl);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return seeOther("/shop?problem=1");
  }
}

const noStore = { "cache-control": "no-store" };

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, ...noStore } });
}
