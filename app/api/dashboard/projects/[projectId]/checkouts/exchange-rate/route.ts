import { toProjectRates } from "@/lib/schemas/exchange-rates";
import { operations } from "@/lib/schemas/operations";
import { withProjectKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";
import { getExchangeRates } from "@/lib/services/get-exchange-rates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withProjectKey(operations.getProjectExchangeRates, async ({ deps, query }) => ({
    data: toProjectRates(await getExchangeRates(deps, query.fiatCurrency)),
  })),
});
