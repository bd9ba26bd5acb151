import "server-only";
import { env } from "@/lib/api/settings/env";
import type { ShopSettings } from "@/lib/demo/shop";

/** What the demo shop knows; null where there is none. */
export function shopSettings(): ShopSettings | null {
  const { DEMO_SHOP, BASE_URL } = env();
  return DEMO_SHOP === undefined ? null : { ...DEMO_SHOP, apiUrl: BASE_URL, shopUrl: BASE_URL };
}
