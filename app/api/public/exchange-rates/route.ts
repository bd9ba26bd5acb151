import { withoutKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { toPublicRates } from "@/lib/rates/exchange-rates.schema";
import { getExchangeRates } from "@/lib/rates/get-rates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withoutKey(operations.getExchangeRates, async ({ query }) => ({
    data: toPublicRates(await getExchangeRates(getCheckouts(), query.fiatCurrency)),
  })),
});
