import "server-only";
import type { ShopSettings } from "@/lib/demo/shop";
import { env } from "@/lib/settings/env";

/** What the demo shop knows; null where there is none. */
export function shopSettings(): ShopSettings | null {
  const { DEMO_SHOP, BASE_URL } = env();
  return DEMO_SHOP === undefined ? null : { ...DEMO_SHOP, apiUrl: BASE_URL, shopUrl: BASE_URL };
}
