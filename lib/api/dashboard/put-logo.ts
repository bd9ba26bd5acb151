import "server-only";
import { readBytes } from "@/lib/api/http/read-input";
import { handle } from "@/lib/api/http/route";
import { maxLogoBytes, setProjectLogo } from "@/lib/projects/looks/change-looks";
import { openProjectOf, requireFresh } from "./action-route";

/** Takes a logo as the file that was chosen, whatever it calls itself: what counts is what it shows. */
export const putLogo = handle({ operationId: "dashboardPutLogo" }, async (call) => {
  // Before anyone is judged: who sends slowly must not act by rights that ended meanwhile.
  const file = await readBytes(call.request, maxLogoBytes);
  const access = await openProjectOf(call, "settings.change");
  requireFresh(call.deps, access.signedIn);
  const digest = await setProjectLogo(call.deps, access.as("settings.change"), file);
  return { status: 200, body: JSON.stringify({ ok: true, data: { digest } }) };
});
