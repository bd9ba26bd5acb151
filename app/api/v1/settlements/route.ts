import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { cursorPage, placeIn } from "@/lib/platform/lists/cursor-pages.schema";
import { listProjectSettlements } from "@/lib/settlement/dashboard/read-settlements";
import { everySettlement, settlementCursors } from "@/lib/settlement/dashboard/settlement-views.rules";
import { toSettlementResource } from "@/lib/settlement/settlement.schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.listSettlements, async (call) => {
    const { take, after, before, status = null, chainId = null } = call.query;
    const filter = { ...everySettlement, status, chainId };
    const place = placeIn({ after, before });
    const part = await listProjectSettlements(getMerchant(), keyAccess(call), filter, place, take);
    return cursorPage(part, take, settlementCursors, toSettlementResource);
  }),
});
