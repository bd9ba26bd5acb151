import { logoAsPng } from "@/lib/projects/looks/change-looks";
import { drawPreview } from "./draw-preview";
import { drawReceipt } from "./draw-receipt";
import type { Drawing } from "./drawing.rules";

/**
 * Draws a picture as PNG, or a receipt as PDF. It takes the processor for a tenth of a second or more.
 *
 * @param logo as it is stored; null when there is none
 */
export async function draw(drawing: Drawing, logo: Uint8Array | null): Promise<Uint8Array> {
  if (drawing.kind === "preview") return drawPreview(drawing, logo);
  return drawReceipt(drawing, logo === null ? null : await logoAsPng(logo, receiptLogoPixels));
}

/** At 300 dots per inch. */
const receiptLogoPixels = 200;
