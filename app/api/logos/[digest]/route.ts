import { handle, route } from "@/lib/api/http/route";
import { limitByClient } from "@/lib/api/limits/limits";
import { getProjects } from "@/lib/api/wiring/projects";
import { getLogo } from "@/lib/projects/looks/change-looks";

/** A merchant's logo, at the address that its content gives it: kept by anyone who fetched it once. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle({ operationId: "readLogo" }, async (call) => {
    await limitByClient(call);
    const { mediaType, bytes } = await getLogo({ logos: getProjects().looks }, call.params.digest ?? "");
    const picture = Uint8Array.from(bytes);
    return { status: 200, picture, mediaType, caching: "public, max-age=31536000, immutable" };
  }),
});
