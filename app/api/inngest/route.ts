import { nothingHere } from "@/app/api/nothing-here";
import { functions } from "@/inngest/functions";
import { functionsOrigin, inngest } from "@/inngest/worker/client";
import { createNetworkHandler, type InngestHandler } from "@/inngest/worker/handler";
import { refuseTooMany } from "@/lib/api/limits/limits";

export const dynamic = "force-dynamic";

let handler: InngestHandler | undefined;

/** Inngest's calls; no one else's. */
async function serve(request: Request): Promise<Response> {
  // Made at the first call: a build loads this module without settings.
  handler ??= createNetworkHandler(inngest, functions, functionsOrigin());
  const answer = await handler(request);
  if (answer.status === 404) return nothingHere(request);
  // Inngest signs what it asks: anything else comes from strangers.
  return (answer.status === 401 ? await refuseTooMany(request) : null) ?? answer;
}

export {
  nothingHere as DELETE,
  nothingHere as OPTIONS,
  nothingHere as PATCH,
  serve as GET,
  serve as POST,
  serve as PUT,
};
