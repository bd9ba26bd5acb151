import { nothingHere } from "@/app/api/nothing-here";
import { isOperator } from "@/lib/api/check-readiness";
import { route } from "@/lib/api/http/route";
import { env } from "@/lib/api/settings/env";
import { getWork } from "@/lib/api/wiring/work";

export const dynamic = "force-dynamic";

/** What Prometheus scrapes: for programs on this machine, and with METRICS_TOKEN. For everyone else it is not there. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (request) => {
    if (!isOperator(request, env().METRICS_TOKEN)) return nothingHere(request);
    const { metrics, scrapeMetrics } = getWork();
    const headers = { "content-type": metrics.registry.contentType, "cache-control": "no-store" };
    return new Response(await scrapeMetrics(), { headers });
  },
});
