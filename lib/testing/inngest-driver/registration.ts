import { z } from "zod";
import { type FunctionDefinition, readOptions } from "@/inngest/local-engine/definition";

/** A function as an app registers it; what else it says becomes options, which the engine knows or refuses. */
const registered = z.looseObject({
  id: z.string(),
  name: z.string(),
  triggers: z.array(z.looseObject({})),
  steps: z.strictObject({
    step: z.object({
      runtime: z.object({ type: z.literal("http"), url: z.url() }),
      retries: z.object({ attempts: z.number().int().min(0).optional() }).optional(),
    }),
  }),
});

const registration = z.object({
  appName: z.string(),
  url: z.url(),
  functions: z.array(registered).min(1),
});

export type Registration = {
  appName: string;
  /** Where the app says that it is to be called. */
  url: string;
  definitions: readonly FunctionDefinition[];
};

/**
 * Reads what an app tells of its functions; the server knows nothing else of them.
 * @throws Error naming the function and the option that the engine does not do
 */
export function readRegistration(body: unknown): Registration {
  const { appName, url, functions } = registration.parse(body);
  const definitions = functions.map(({ id, name: _, steps, ...options }) =>
    readOptions(id.slice(appName.length + 1), id, {
      ...options,
      retries: steps.step.retries?.attempts,
    } as Parameters<typeof readOptions>[2]),
  );
  return { appName, url, definitions };
}
