import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { toBalances } from "@/lib/payments/balances/balances.schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.getBalances, async ({ project }) => {
    const { chains, projectBalances } = getMerchant();
    return { data: toBalances(chains, await projectBalances.of(project.id)) };
  }),
});
