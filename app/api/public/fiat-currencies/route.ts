import { toFiatCurrencies } from "@/lib/rates/exchange-rates.schema";
import { operations } from "@/lib/schemas/operations";
import { withoutKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withoutKey(operations.listFiatCurrencies, async ({ deps }) => ({
    data: toFiatCurrencies(deps.fiatCurrencies),
  })),
});
