import { nothingHere } from "@/app/api/nothing-here";
import { route } from "@/lib/api/http/route";
import { getProcess } from "@/lib/api/wiring/process";
import { isOperator } from "@/lib/operate/check-readiness";
import { getScrape } from "@/lib/operate/metrics/service-gauges";
import { env } from "@/lib/settings/env";

export const dynamic = "force-dynamic";

/** What Prometheus scrapes: for programs on this machine, and with METRICS_TOKEN. For everyone else it is not there. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (request) => {
    if (!isOperator(request, env().METRICS_TOKEN)) return nothingHere(request);
    const { registry } = getProcess().common.metrics;
    const headers = { "content-type": registry.contentType, "cache-control": "no-store" };
    return new Response(await getScrape()(), { headers });
  },
});
