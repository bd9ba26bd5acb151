import { createHash } from "node:crypto";
import type { Sharp } from "sharp";
import { type Fault, fault, sentenceOf } from "@/lib/platform/faults/fault.rules";
import { CheckoutError, SharedError } from "@/lib/platform/values/errors.rules";
import { type ProjectActor, projectNotFound } from "@/lib/projects/project-access";
import type { BrandParts } from "@/lib/projects/projects.parts";
import { parseAccentColor } from "./looks.rules";
import type { Logo, LogoReader } from "./project-looks.store";

/**
 * Sets the colour of a project's pages. The pages adjust it to a readable contrast.
 *
 * @param color #rrggbb, in any case; null for the service's default
 * @throws CheckoutError VALIDATION_ERROR, PROJECT_NOT_FOUND
 */
export async function setProjectAccent(
  { clock, looks }: BrandParts,
  { projectId, userId }: ProjectActor,
  color: string | null,
): Promise<string | null> {
  const accentColor = color === null ? null : parseAccentColor(color);
  if (color !== null && accentColor === null) {
    throw new CheckoutError("VALIDATION_ERROR", fault("projects.colour"), {
      param: "accentColor",
    });
  }
  const saved = await looks.saveAccent(accentColor, {
    projectId,
    userId,
    action: "project.accent_changed",
    target: projectId,
    details: { accentColor },
    at: clock.now(),
  });
  if (!saved) throw projectNotFound();
  return accentColor;
}

/** Size limit of an upload (spec D15). */
export const maxLogoBytes = 256 * 1024;

/**
 * Sets the logo that customers see beside the project's name. We re-encode the picture and never serve the uploaded
 * file.
 *
 * @param file the upload: PNG, JPEG or WebP, up to 256 KiB; null removes the logo
 * @returns the digest in its URL; null after a removal
 * @throws CheckoutError PAYLOAD_TOO_LARGE, VALIDATION_ERROR for anything but such a picture, PROJECT_NOT_FOUND
 */
export async function setProjectLogo(
  deps: BrandParts,
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

async function redraw({ redrawPicture }: BrandParts, file: Uint8Array): Promise<Logo> {
  if (file.length > maxLogoBytes) {
    throw new CheckoutError("PAYLOAD_TOO_LARGE", fault("projects.fileTooLarge"), { param: "logo" });
  }
  try {
    return await redrawPicture(file);
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    throw new CheckoutError("VALIDATION_ERROR", fault("projects.logoRefused", { why: error.fault }), {
      param: "logo",
    });
  }
}

/**
 * The picture with this digest.
 *
 * @param digest SHA-256 of its bytes, lower-case hex
 * @throws CheckoutError NOT_FOUND when no project shows it (any more), or the digest is malformed
 */
export async function getLogo(
  { logos }: { logos: LogoReader },
  digest: string,
): Promise<{ mediaType: string; bytes: Uint8Array }> {
  const found = /^[0-9a-f]{64}$/.test(digest) ? await logos.findLogo(digest) : null;
  if (found === null) throw new CheckoutError("NOT_FOUND", fault("projects.pictureNotFound"));
  return found;
}

/**
 * A stored logo as PNG, for documents that cannot show WebP. It was redrawn when it was uploaded.
 *
 * @param side in pixels
 */
export async function logoAsPng(logo: Uint8Array, side: number): Promise<Buffer> {
  const sharp = await loadPictureLibrary();
  return sharp(logo).resize({ width: side, height: side, withoutEnlargement: true }).png().toBuffer();
}

/** Drawn pixels as PNG, with a logo in the upper right corner if there is one. */
export async function pictureOf(
  pixels: Buffer,
  { width, height }: { width: number; height: number },
  logo: Buffer | null,
  corner: { left: number; top: number },
): Promise<Buffer> {
  const sharp = await loadPictureLibrary();
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .composite(logo === null ? [] : [{ input: logo, ...corner }])
    .removeAlpha()
    .png()
    .toBuffer();
}

/** Why a file is refused as a picture, for its uploader. */
export class PictureRefused extends SharedError {
  static override readonly errorName = "PictureRefused";
  readonly fault: Fault;

  constructor(why: Fault, options?: ErrorOptions) {
    super(sentenceOf(why), options);
    this.fault = why;
  }
}

/**
 * Re-encodes a PNG, JPEG or WebP, recognised by its content: small enough to serve, and with nothing of the file but
 * its visible content.
 *
 * @throws PictureRefused
 */
export type RedrawPicture = (file: Uint8Array) => Promise<Logo>;

/** Replaces transparency: a logo is drawn over its placeholder letter. */
const paper = "#ffffff";

/** Side of the served picture: sharp on a phone in the largest place that shows it. */
const longestSide = 512;

/** Limit of decoded pixels: a small file may unfold into gigabytes. */
const maxPixels = 4_096 ** 2;

/** A line of a million pixels takes seconds to reduce. */
const maxSide = 8_192;

const timeoutSeconds = 5;

/** The column's limit. */
const maxBytes = 256 * 1024;

/** Tried in order until one is small enough; the last always is. */
const attempts = [
  { side: longestSide, options: { lossless: true } },
  { side: longestSide, options: { quality: 90 } },
  { side: longestSide, options: { quality: 70 } },
  { side: longestSide / 4, options: { quality: 70 } },
] as const;

let sharpLoaded: ReturnType<typeof loadSharp> | undefined;

/**
 * The picture library, with its first use: a server seldom sees a picture, and the library takes 30 MB.
 *
 * @throws PictureRefused where it doesn't run: it has native code, which old processors can't execute
 */
export function loadPictureLibrary(): ReturnType<typeof loadSharp> {
  sharpLoaded ??= loadSharp();
  return sharpLoaded;
}

async function loadSharp() {
  const { default: sharp } = await import("sharp").catch((cause: unknown) => {
    throw new PictureRefused(fault("projects.noPictures"), {
      cause,
    });
  });
  // Blocks the decoders of all other formats, whatever the first bytes say.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp"] });
  return sharp;
}

/** Re-encodes pictures as square WebP in sRGB, on white: upright, first frame only, without metadata. */
export const redrawPicture: RedrawPicture = async (file) => {
  if (!isKnown(Buffer.from(file.subarray(0, 12)).toString("latin1")))
    throw new PictureRefused(fault("projects.pictureKind"));
  const sharp = await loadPictureLibrary();
  const picture = sharp(file, { limitInputPixels: maxPixels, failOn: "warning", pages: 1 })
    .autoOrient()
    .timeout({ seconds: timeoutSeconds });
  for (const attempt of attempts) {
    const bytes = await draw(picture.clone(), attempt);
    if (bytes.length > maxBytes) continue;
    const digest = createHash("sha256").update(bytes).digest("hex");
    return { digest, mediaType: "image/webp", bytes };
  }
  throw new PictureRefused(fault("projects.pictureDetailed"));
};

/** By its first bytes. The library never sees any other format, SVG above all. */
function isKnown(head: string): boolean {
  return (
    head.startsWith("\x89PNG\r\n\x1a\n") ||
    head.startsWith("\xff\xd8\xff") ||
    (head.startsWith("RIFF") && head.endsWith("WEBP"))
  );
}

async function draw(picture: Sharp, { side, options }: (typeof attempts)[number]): Promise<Buffer> {
  try {
    const { width, height } = await picture.metadata();
    if (Math.max(width, height) > maxSide)
      throw new PictureRefused(fault("projects.pictureSide", { most: maxSide.toLocaleString("en") }));
    const square = Math.min(side, Math.max(width, height));
    return await picture
      .flatten({ background: paper })
      .resize({ width: square, height: square, fit: "contain", background: paper })
      .webp(options)
      .toBuffer();
  } catch (error) {
    if (error instanceof PictureRefused) throw error;
    const message = error instanceof Error ? error.message : "";
    throw new PictureRefused(
      message.includes("pixel limit")
        ? fault("projects.picturePixels", { most: maxPixels.toLocaleString("en") })
        : fault("projects.pictureDamaged"),
      { cause: error },
    );
  }
}
