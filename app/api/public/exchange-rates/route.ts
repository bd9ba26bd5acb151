import { toPublicRates } from "@/lib/rates/exchange-rates.schema";
import { getExchangeRates } from "@/lib/rates/get-exchange-rates";
import { operations } from "@/lib/schemas/operations";
import { withoutKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withoutKey(operations.getExchangeRates, async ({ deps, query }) => ({
    data: toPublicRates(await getExchangeRates(deps, query.fiatCurrency)),
  })),
});
