import type { Clock } from "@/lib/platform/clock";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { parseOrigin } from "@/lib/platform/values/url.rules";
import type { ProjectActor } from "@/lib/projects/project-access";
import { projectNotFound } from "@/lib/projects/project-access";
import type { AllowedOrigins } from "./origins.store";

export type ChangeOriginsDeps = { clock: Clock; allowedOrigins: AllowedOrigins };

/** A header of each of the project's payment pages lists them all. */
const mostOrigins = 50;

/**
 * Allows or forbids pages of an origin to use the project's keys in browsers and to show its payment page in a frame.
 * Takes effect within seconds.
 *
 * @param text the origin as typed
 * @returns the project's origins afterwards
 * @throws CheckoutError VALIDATION_ERROR, PROJECT_NOT_FOUND
 */
export async function changeOrigins(
  { clock, allowedOrigins }: ChangeOriginsDeps,
  { projectId, userId }: ProjectActor,
  what: "allow" | "forbid",
  text: string,
): Promise<string[]> {
  const origin = parseOrigin(text);
  if (origin === null) {
    throw new CheckoutError(
      "VALIDATION_ERROR",
      "Enter an origin like https://shop.example, without a path, trailing slash or wildcard.",
      { param: "origin" },
    );
  }
  const action = what === "allow" ? "project.origin_allowed" : "project.origin_forbidden";
  const entry = {
    projectId,
    userId,
    action,
    target: projectId,
    details: { origin },
    at: clock.now(),
  } as const;
  const done =
    what === "allow"
      ? await allowedOrigins.allow(origin, mostOrigins, entry)
      : await allowedOrigins.forbid(origin, entry);
  const origins = await allowedOrigins.list(projectId);
  if (done) return origins;
  if (origins.length < mostOrigins) throw projectNotFound();
  throw new CheckoutError(
    "VALIDATION_ERROR",
    `A project can have at most ${mostOrigins} origins. Remove one first.`,
    {
      param: "origin",
    },
  );
}
