import { toPublicRates } from "@/lib/schemas/exchange-rates";
import { operations } from "@/lib/schemas/operations";
import { withoutKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";
import { getExchangeRates } from "@/lib/services/get-exchange-rates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withoutKey(operations.getExchangeRates, async ({ deps, query }) => ({
    data: toPublicRates(await getExchangeRates(deps, query.fiatCurrency)),
  })),
});
