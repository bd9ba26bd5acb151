import { download, openProjectOf, timeZoneOf } from "@/lib/api/dashboard/action-route";
import { handle, route } from "@/lib/api/http/route";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { exportRefunds } from "@/lib/refunds/dashboard/read-refunds";
import { readRefundFilter } from "@/lib/refunds/dashboard/refund-views.rules";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle({ operationId: "dashboardExportRefunds" }, async (call) => {
    const access = await openProjectOf(call, "project.export");
    const params = Object.fromEntries(new URL(call.request.url).searchParams);
    const filter = readRefundFilter(params, await timeZoneOf(access));
    return download("refunds", "csv", exportRefunds(getMerchant(), access, filter), call.request);
  }),
});
