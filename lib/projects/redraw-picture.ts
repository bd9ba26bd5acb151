import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { PictureRefused, type RedrawPicture } from "./project-looks.port";

/** Of what cannot be seen through: a logo is drawn over the letter that stands for it where it does not come. */
const paper = "#ffffff";
/** Side of what is served: sharp on a phone's screen in the largest place that shows it. */
const longestSide = 512;
/** Of what is read: a small file may unfold into gigabytes. */
const maxPixels = 4_096 ** 2;
const timeoutSeconds = 5;
/** As the table allows. */
const maxBytes = 256 * 1024;

/** Until one is small enough; the last always is. */
const attempts = [
  { side: longestSide, options: { lossless: true } },
  { side: longestSide, options: { quality: 90 } },
  { side: longestSide, options: { quality: 70 } },
  { side: longestSide / 4, options: { quality: 70 } },
] as const;

// The readers of other formats are not even there, whatever the first bytes say.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp"] });

/** Draws pictures anew as square WebP in sRGB, on white: upright, the first frame alone, without metadata. */
export const redrawPicture: RedrawPicture = async (file) => {
  if (!isKnown(Buffer.from(file.subarray(0, 12)).toString("latin1")))
    throw new PictureRefused("It is no PNG, JPEG or WebP picture.");
  const picture = sharp(file, { limitInputPixels: maxPixels, failOn: "warning", pages: 1 })
    .autoOrient()
    .timeout({ seconds: timeoutSeconds });
  for (const attempt of attempts) {
    const bytes = await draw(picture.clone(), attempt);
    if (bytes.length > maxBytes) continue;
    const digest = createHash("sha256").update(bytes).digest("hex");
    return { digest, mediaType: "image/webp", bytes };
  }
  throw new PictureRefused("It cannot be made small enough.");
};

/** By its first bytes. Everything else that the library could read, SVG above all, is kept from it. */
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
    const square = Math.min(side, Math.max(width, height));
    return await picture
      .flatten({ background: paper })
      .resize({ width: square, height: square, fit: "contain", background: paper })
      .webp(options)
      .toBuffer();
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    throw new PictureRefused(
      message.includes("pixel limit")
        ? `It has more than ${maxPixels.toLocaleString("en")} pixels.`
        : "It cannot be read: the file is damaged, or no picture.",
      { cause: error },
    );
  }
}
