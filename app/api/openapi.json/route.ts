import { route } from "@/lib/api/http/route";
import { refuseTooMany } from "@/lib/api/limits/refuse-too-many";
import { openApi } from "@/lib/api/server/openapi";

/** The API's description for programs, made from the same operations as the API itself. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (request) =>
    (await refuseTooMany(request)) ??
    Response.json(openApi(), { headers: { "cache-control": "public, max-age=300" } }),
});
