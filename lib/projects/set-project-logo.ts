import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { ProjectActor } from "./project-actor";
import { type Logo, PictureRefused, type ProjectLooks, type RedrawPicture } from "./project-looks.port";
import { projectNotFound } from "./project-not-found";

/** Of the file that is uploaded (decisions §15). */
export const maxLogoBytes = 256 * 1024;

export type SetLogoDeps = {
  clock: Clock;
  looks: Pick<ProjectLooks, "saveLogo">;
  redrawPicture: RedrawPicture;
};

/**
 * Gives a project the picture that its customers see beside its name: not the file that was uploaded, but what it
 * shows, drawn anew.
 *
 * @param file as it was uploaded: PNG, JPEG or WebP, up to 256 KiB; null takes the logo away
 * @returns the digest that names its address; null where there is none any more
 * @throws CheckoutError PAYLOAD_TOO_LARGE, VALIDATION_ERROR for what is no such picture, PROJECT_NOT_FOUND
 */
export async function setProjectLogo(
  deps: SetLogoDeps,
  { projectId, userId }: ProjectActor,
  file: Uint8Array | null,
): Promise<string | null> {
  const logo = file === null ? null : await redraw(deps, file);
  const saved = await deps.looks.saveLogo(logo, {
    projectId,
    userId,
    action: logo === null ? "project.logo_removed" : "project.logo_changed",
    target: projectId,
    details: logo === null ? null : { digest: logo.digest },
    at: deps.clock.now(),
  });
  if (!saved) throw projectNotFound();
  return logo?.digest ?? null;
}

async function redraw({ redrawPicture }: SetLogoDeps, file: Uint8Array): Promise<Logo> {
  if (file.length > maxLogoBytes) {
    throw new CheckoutError("PAYLOAD_TOO_LARGE", "A logo has at most 256 KiB.", { param: "logo" });
  }
  try {
    return await redrawPicture(file);
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    throw new CheckoutError("VALIDATION_ERROR", `The logo is not taken. ${error.message}`, { param: "logo" });
  }
}
