import { route } from "@/lib/api/http/route";

/** Whether the process answers at all. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async () =>
    Response.json({ ok: true, data: { status: "alive" } }, { headers: { "cache-control": "no-store" } }),
});
