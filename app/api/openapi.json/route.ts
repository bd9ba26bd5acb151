import { route } from "@/lib/api/http/route";
import { refuseTooMany } from "@/lib/api/limits/limits";
import { openApi } from "@/lib/api/openapi/documents";

/** The API's description for programs, made from the same operations as the API itself. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (request) =>
    (await refuseTooMany(request)) ??
    Response.json(openApi(), { headers: { "cache-control": "public, max-age=300" } }),
});
