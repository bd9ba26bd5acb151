import { toProjectRates } from "@/lib/rates/exchange-rates.schema";
import { getExchangeRates } from "@/lib/rates/get-exchange-rates";
import { operations } from "@/lib/schemas/operations";
import { withProjectKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withProjectKey(operations.getProjectExchangeRates, async ({ deps, query }) => ({
    data: toProjectRates(await getExchangeRates(deps, query.fiatCurrency)),
  })),
});
