import { withoutKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { toFiatCurrencies } from "@/lib/rates/exchange-rates.schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withoutKey(operations.listFiatCurrencies, async () => ({
    data: toFiatCurrencies(getCheckouts().fiatCurrencies),
  })),
});
