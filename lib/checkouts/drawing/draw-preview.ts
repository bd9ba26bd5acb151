import "server-only";
import { create, type Glyphs } from "fontkit";
import { directionOf } from "@/lib/platform/i18n/language.rules";
import { brandMark } from "@/lib/platform/values/brand-mark.rules";
import { logoAsPng, pictureOf } from "@/lib/projects/looks/change-looks";
import { type LinkPreview, type PreviewTexts, previewSize } from "./drawing.rules";
import { coverage, type Edge, edgesOf } from "./fill-outlines.rules";
import { fontsFor, readFont } from "./fonts";
import { ellipsis, lineSetter, type Run, type Line as TextLine } from "./set-lines";

type Color = readonly [red: number, green: number, blue: number];

const paper: Color = [255, 255, 255];
const ink: Color = [23, 23, 23];
const muted: Color = [100, 100, 100];

const margin = 80;

/** A logo's place, in pixels; at the other side from right to left. */
export const logoPlace = { side: 120, left: margin, top: 48 } as const;

/** The service's mark, at the end of the price's line. */
export const markPlace = { side: 56, left: previewSize.width - margin - 56, top: 512 } as const;

/** The price is white on the accent; a link without one has a bar there. */
const band = { top: 450, withoutPrice: 614 } as const;
/** Between logo and band. */
const titleMiddle = 310;
const titleLines = 3;
const titleSizes = { alone: 96, lines: 68, lineHeight: 80 } as const;
const priceSize = 120;
/** More never fits, and laying out costs time for each character. */
const longestText = 200;

type Line = { line: TextLine; size: number; color: Color; left: number; baseline: number };

/** A link's picture as PNG. @param logo as it is stored; null without one */
export async function drawPreview({ texts, accent }: LinkPreview, logo: Uint8Array | null): Promise<Buffer> {
  const { side, top } = logoPlace;
  const pixels = await previewPixels(texts, accent, logo !== null);
  const corner = { left: leftIn(texts.language)(logoPlace.left, side), top };
  return pictureOf(pixels, previewSize, logo === null ? null : await logoAsPng(logo, side), corner);
}

/** The left edge of a box, whose place is given for a language from left to right. */
function leftIn(language: string): (left: number, width: number) => number {
  if (directionOf(language) === "ltr") return (left) => left;
  return (left, width) => previewSize.width - left - width;
}

/**
 * Draws a link's picture as pixels without a system's fonts: outlines of the fonts that receipts use. Texts never become
 * markup.
 *
 * @param accentColor #rrggbb, readable on white
 * @param hasLogo leaves its place free; otherwise the shop's first letter is there, as on its pages
 * @returns RGB, three bytes a pixel
 */
export async function previewPixels(
  texts: PreviewTexts,
  accentColor: string,
  hasLogo: boolean,
): Promise<Buffer> {
  const accent = colorOf(accentColor);
  const [merchant, title, price] = [plain(texts.merchant), plain(texts.title), plain(texts.price ?? "")];
  const initial = hasLogo ? "" : ([...merchant][0] ?? "").toUpperCase();
  const write = await writerOf(texts.language, [merchant, title, price, initial]);
  const width = previewSize.width - 2 * margin;
  const { side, top } = logoPlace;
  const leftOf = leftIn(texts.language);
  const left = leftOf(logoPlace.left, side);
  const besideLogo = logoPlace.left + side + 32;
  const lines: Line[] = [];
  /** @param start of the line, as from left to right */
  const add = (line: TextLine | undefined, start: number, style: Omit<Line, "line" | "left">) => {
    if (line !== undefined) lines.push({ line, ...style, left: leftOf(start, line.width) });
  };
  const [letter] = write.fit(initial, 64, side, 1);
  if (letter !== undefined) {
    const initialStyle = { size: 64, color: paper };
    // By its outline: some scripts' letters hang below the line.
    const outline = write.edges({ line: letter, ...initialStyle, left: 0, baseline: 0 });
    const heights = outline.flatMap(([, y0, , y1]) => [y0, y1]);
    const middle = (Math.min(...heights) + Math.max(...heights)) / 2;
    const start = logoPlace.left + (side - letter.width) / 2;
    add(letter, start, { ...initialStyle, baseline: top + side / 2 - middle });
  }
  add(write.fit(merchant, 44, previewSize.width - margin - besideLogo, 1)[0], besideLogo, {
    size: 44,
    color: muted,
    baseline: top + side / 2 + 16,
  });
  const isAlone = write.measure(title, titleSizes.alone) <= width;
  const size = isAlone ? titleSizes.alone : titleSizes.lines;
  const titles = write.fit(title, size, width, titleLines);
  const firstBaseline = titleMiddle + size * 0.35 - ((titles.length - 1) * titleSizes.lineHeight) / 2;
  titles.forEach((line, index) => {
    add(line, margin, { size, color: ink, baseline: firstBaseline + index * titleSizes.lineHeight });
  });
  const besideMark = width - markPlace.side - 40;
  const shrunk = Math.min(1, besideMark / Math.max(write.measure(price, priceSize), 1));
  const ofPrice = Math.max(60, priceSize * shrunk);
  add(write.fit(price, ofPrice, besideMark, 1)[0], margin, {
    size: ofPrice,
    color: paper,
    baseline: (band.top + previewSize.height) / 2 + ofPrice * 0.36,
  });

  const picture = Buffer.alloc(previewSize.width * previewSize.height * 3);
  const bandTop = price === "" ? band.withoutPrice : band.top;
  for (let y = 0; y < previewSize.height; y++)
    for (let x = 0; x < previewSize.width; x++) {
      const isMark = !hasLogo && x >= left && x < left + side && y >= top && y < top + side;
      picture.set(y >= bandTop ? accent : isMark ? ink : paper, (y * previewSize.width + x) * 3);
    }
  for (const line of lines) paint(picture, write.edges(line), line.color);
  paint(picture, markEdges(leftOf(markPlace.left, markPlace.side)), price === "" ? muted : paper);
  return picture;
}

function colorOf(hex: string): Color {
  const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16);
  return [part(1), part(3), part(5)];
}

function plain(text: string): string {
  return [...text.replaceAll(/\s+/g, " ").trim()].slice(0, longestText).join("");
}

type Font = { glyphs: Glyphs; scale: number };

/** Measures and outlines the texts by the fonts that have their characters. */
async function writerOf(language: string, texts: readonly string[]) {
  const { runsOf, neededBy } = await fontsFor(language, [...texts, ellipsis]);
  const fonts = new Map<string, Font>();
  for (const [font, characters] of neededBy([...texts, ellipsis])) {
    const glyphs = create(await readFont(font, 600, characters));
    fonts.set(font, { glyphs, scale: 1 / glyphs.unitsPerEm });
  }
  const layout = ({ font, text }: Run) => {
    const { glyphs, scale } = fonts.get(font) ?? { glyphs: null, scale: 0 };
    return { scale, laid: glyphs?.layout(text) ?? { glyphs: [], positions: [] } };
  };
  const widthOf = (run: Run) => {
    const { scale, laid } = layout(run);
    return laid.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) * scale;
  };
  /** In shares of a size. */
  const setLines = lineSetter(runsOf, widthOf);

  function fit(text: string, size: number, width: number, most: number): TextLine[] {
    return setLines(text, width / size, most).map((line) => ({ ...line, width: line.width * size }));
  }

  const measure = (text: string, size: number) =>
    (setLines(text, Number.POSITIVE_INFINITY)[0]?.width ?? 0) * size;

  function edges({ line, size, left: start, baseline }: Line): Edge[] {
    let x = start;
    return line.runs.map(layout).flatMap(({ scale, laid }) =>
      laid.glyphs.flatMap(({ path }, index) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = laid.positions[index] ?? {};
        const [left, factor] = [x, scale * size];
        x += xAdvance * factor;
        return edgesOf(path.commands, (glyphX, glyphY) => [
          left + (glyphX + xOffset) * factor,
          baseline - (glyphY + yOffset) * factor,
        ]);
      }),
    );
  }

  return { fit, measure, edges };
}

const pathCommands = { M: "moveTo", L: "lineTo", C: "bezierCurveTo", Z: "closePath" } as const;

function markEdges(left: number): Edge[] {
  const { side, top } = markPlace;
  const commands = [...brandMark.matchAll(/([MLCZ])([^MLCZ]*)/g)].map(([, letter, args = ""]) => ({
    command: pathCommands[letter as keyof typeof pathCommands],
    args: args === "" ? [] : args.split(" ").map(Number),
  }));
  return edgesOf(commands, (x, y) => [left + (x * side) / 32, top + (y * side) / 32]);
}

function paint(picture: Buffer, edges: readonly Edge[], color: Color): void {
  const cover = coverage(edges, previewSize.width, previewSize.height);
  cover.forEach((share, pixel) => {
    if (share === 0) return;
    for (let channel = 0; channel < 3; channel++) {
      const at = pixel * 3 + channel;
      picture[at] = Math.round((picture[at] ?? 0) * (1 - share) + (color[channel] ?? 0) * share);
    }
  });
}
