import { getDeps } from "@/lib/server/deps";
import { route } from "@/lib/server/http/route";
import { checkReadiness } from "@/lib/services/check-readiness";

export const dynamic = "force-dynamic";

/** Whether the service can do its work: 503 while the database, a chain or the rates hold it up. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async () => {
    const readiness = await checkReadiness(getDeps());
    return Response.json(
      { ok: readiness.ready, data: readiness },
      { status: readiness.ready ? 200 : 503, headers: { "cache-control": "no-store" } },
    );
  },
});
