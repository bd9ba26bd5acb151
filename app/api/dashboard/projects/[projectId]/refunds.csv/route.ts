import { readRefundFilter } from "@/lib/core/dashboard/list/refund-filter";
import { openProjectOf } from "@/lib/server/dashboard/action-route";
import { csvFile } from "@/lib/server/dashboard/csv-file";
import { handle, route } from "@/lib/server/http/route";
import { exportRefunds } from "@/lib/services/refund-desk/export-refunds";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle({ operationId: "dashboardExportRefunds" }, async (call) => {
    const access = await openProjectOf(call, "project.export");
    const params = Object.fromEntries(new URL(call.request.url).searchParams);
    return csvFile("refunds", exportRefunds(call.deps, access, readRefundFilter(params)));
  }),
});
