import { download, openProjectOf, timeZoneOf } from "@/lib/api/dashboard/action-route";
import { handle, route } from "@/lib/api/http/route";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { exportSettlements } from "@/lib/settlement/dashboard/read-settlements";
import { readSettlementFilter } from "@/lib/settlement/dashboard/settlement-views.rules";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle({ operationId: "dashboardExportSettlements" }, async (call) => {
    const access = await openProjectOf(call, "project.export");
    const params = Object.fromEntries(new URL(call.request.url).searchParams);
    const filter = readSettlementFilter(params, await timeZoneOf(access));
    return download("settlements", "csv", exportSettlements(getMerchant(), access, filter), call.request);
  }),
});
