import { readCheckoutList } from "@/lib/checkouts/checkout-filter.rules";
import { exportCheckouts } from "@/lib/checkouts/export-checkouts";
import { openProjectOf } from "@/lib/server/dashboard/action-route";
import { csvFile } from "@/lib/server/dashboard/csv-file";
import { handle, route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle({ operationId: "dashboardExportCheckouts" }, async (call) => {
    const access = await openProjectOf(call, "project.export");
    const params = Object.fromEntries(new URL(call.request.url).searchParams);
    return csvFile("checkouts", exportCheckouts(call.deps, access, readCheckoutList(params).filter));
  }),
});
