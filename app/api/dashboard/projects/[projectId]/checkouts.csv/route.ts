import { download, openProjectOf, timeZoneOf } from "@/lib/api/dashboard/action-route";
import { handle, route } from "@/lib/api/http/route";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { readCheckoutList } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { exportCheckouts } from "@/lib/checkouts/dashboard/export-checkouts";
import { hasIdForm } from "@/lib/platform/values/ids.rules";

/** More than a page of the list has. */
const mostChosen = 100;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle({ operationId: "dashboardExportCheckouts" }, async (call) => {
    const access = await openProjectOf(call, "project.export");
    const params = Object.fromEntries(new URL(call.request.url).searchParams);
    const ids = params.ids?.split(",").filter((id) => hasIdForm("chk", id));
    const { filter } = readCheckoutList(params, await timeZoneOf(access));
    const chosen = ids === undefined ? filter : { ...filter, ids: ids.slice(0, mostChosen) };
    return download("checkouts", "csv", exportCheckouts(getMerchant(), access, chosen), call.request);
  }),
});
