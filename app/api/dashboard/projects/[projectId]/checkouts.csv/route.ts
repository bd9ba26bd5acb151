import { csvFile, openProjectOf } from "@/lib/api/dashboard/action-route";
import { handle, route } from "@/lib/api/http/route";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { readCheckoutList } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { exportCheckouts } from "@/lib/checkouts/dashboard/export-checkouts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle({ operationId: "dashboardExportCheckouts" }, async (call) => {
    const access = await openProjectOf(call, "project.export");
    const params = Object.fromEntries(new URL(call.request.url).searchParams);
    return csvFile("checkouts", exportCheckouts(getMerchant(), access, readCheckoutList(params).filter));
  }),
});
