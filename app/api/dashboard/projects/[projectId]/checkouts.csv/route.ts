import { readCheckoutList } from "@/lib/core/dashboard/list/checkout-filter";
import { openProjectOf } from "@/lib/server/dashboard/action-route";
import { csvFile } from "@/lib/server/dashboard/csv-file";
import { handle, route } from "@/lib/server/http/route";
import { exportCheckouts } from "@/lib/services/checkouts/export-checkouts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle({ operationId: "dashboardExportCheckouts" }, async (call) => {
    const access = await openProjectOf(call, "project.export");
    const params = Object.fromEntries(new URL(call.request.url).searchParams);
    return csvFile("checkouts", exportCheckouts(call.deps, access, readCheckoutList(params).filter));
  }),
});
