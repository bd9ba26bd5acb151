import { refuseTooMany } from "@/lib/server/http/limits/refuse-too-many";
import { route } from "@/lib/server/http/route";
import { openApi } from "@/lib/server/openapi";

/** The API's description for programs, made from the same operations as the API itself. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (request) =>
    (await refuseTooMany(request)) ??
    Response.json(openApi(), { headers: { "cache-control": "public, max-age=300" } }),
});
