import { download, openProjectOf, timeZoneOf } from "@/lib/api/dashboard/action-route";
import { handle, route } from "@/lib/api/http/route";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { exportMovements } from "@/lib/books/export-books";
import { readPeriod } from "@/lib/books/movement.rules";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle({ operationId: "dashboardExportMovements" }, async (call) => {
    const access = await openProjectOf(call, "project.export");
    const params = Object.fromEntries(new URL(call.request.url).searchParams);
    const period = readPeriod(params, call.deps.clock.now(), await timeZoneOf(access));
    return download(
      "movements",
      "csv",
      exportMovements(getMerchant(), access.projectId, period),
      call.request,
    );
  }),
});
