import { nothingHere } from "@/app/api/nothing-here";
import { functionsOrigin, inngest } from "@/inngest/worker/client";
import { createFunctions } from "@/inngest/worker/functions";
import { createHandler, type InngestHandler } from "@/inngest/worker/handler";
import { works } from "@/inngest/works";
import { refuseTooMany } from "@/lib/api/limits/limits";

export const dynamic = "force-dynamic";

let handler: InngestHandler | undefined;

/** The calls of an Inngest server; nothing is here without one. */
async function serve(request: Request): Promise<Response> {
  if (inngest === null) return nothingHere(request);
  // Made at the first call: a build loads this module without settings.
  handler ??= createHandler(inngest, createFunctions(inngest, works), functionsOrigin());
  const answer = await handler(request);
  if (answer.status === 404) return nothingHere(request);
  // Inngest signs its calls: anything else comes from strangers.
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
