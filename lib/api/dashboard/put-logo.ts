import "server-only";
import { readBytes } from "@/lib/api/http/read-input";
import { handle } from "@/lib/api/http/route";
import { maxLogoBytes, setProjectLogo } from "@/lib/projects/looks/change-looks";
import { openProjectOf, requireFresh } from "./action-route";

/** Takes a logo as the chosen file: its content counts, not its claimed type. */
export const putLogo = handle({ operationId: "dashboardPutLogo" }, async (call) => {
  // Read before the checks: a slow sender must not use rights that ended meanwhile.
  const file = await readBytes(call.request, maxLogoBytes);
  const access = await openProjectOf(call, "settings.change");
  requireFresh(call.deps, access.signedIn);
  const digest = await setProjectLogo(call.deps, access.as("settings.change"), file);
  return { status: 200, body: JSON.stringify({ ok: true, data: { digest } }) };
});
