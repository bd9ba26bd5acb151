import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { readProjectSettlement } from "@/lib/settlement/dashboard/read-settlements";
import { toSettlementDetails } from "@/lib/settlement/settlement.schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.getSettlement, async (call) => {
    const id = call.params.settlementId ?? "";
    return { data: toSettlementDetails(await readProjectSettlement(getMerchant(), keyAccess(call), id)) };
  }),
});
