import createBidi from "bidi-js";
import LineBreaker from "linebreak";

const bidi = createBidi();

/** A part of a line that one font draws, as the font expects it. */
export type Run = { text: string; font: string };

/** A line's runs from left to right, and its width. */
export type Line = { runs: readonly Run[]; width: number };

export const ellipsis = "…";

/**
 * Sets paragraphs in lines by Unicode's algorithms for breaks (UAX 14) and directions (UAX 9). A paragraph reads in the
 * direction of its first letter, so that an amount or an address keeps its order in every document.
 *
 * @param runsOf divides characters by their fonts
 * @param measure a run's width
 */
export function lineSetter(runsOf: (characters: string[]) => Run[], measure: (run: Run) => number) {
  type Paragraph = { text: string; levels: ReturnType<typeof bidi.getEmbeddingLevels> };

  function paragraphOf(text: string, direction: "ltr" | "rtl" | "auto"): Paragraph {
    return { text, levels: bidi.getEmbeddingLevels(text, direction) };
  }

  function lineOf({ text, levels }: Paragraph, start: number, end: number): Line {
    const last = start + text.slice(start, end).trimEnd().length - 1;
    if (last < start) return { runs: [], width: 0 };
    const characters = bidi
      .getReorderedIndices(text, levels, start, last)
      .slice(start, last + 1)
      // `text` has no halves of a pair alone, so each character is where its first half is.
      .filter((at) => !/[\udc00-\udfff]/.test(text.charAt(at)))
      .map((at) => {
        const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
        return isOdd(levels.levels[at]) ? mirrored(character) : character;
      });
    const runs = runsOf(characters).map(({ font, text: visual }) => ({ font, text: asFontExpects(visual) }));
    return { runs, width: runs.reduce((sum, run) => sum + measure(run), 0) };
  }

  /** The longest part from `start` that fits, at least one character. */
  function cutAt(paragraph: Paragraph, start: number, end: number, width: number): number {
    let cut = start;
    for (const { segment } of graphemes.segment(paragraph.text.slice(start, end))) {
      if (cut > start && lineOf(paragraph, start, cut + segment.length).width > width) break;
      cut += segment.length;
    }
    return cut;
  }

  /** The line from `start` with an ellipsis where it is cut. */
  function lastLine({ text, levels }: Paragraph, start: number, width: number): Line {
    const direction = isOdd(levels.paragraphs[0]?.level) ? "rtl" : "ltr";
    const shortened = (end: number) => {
      const cut = `${text.slice(start, end).trimEnd()}${ellipsis}`;
      return lineOf(paragraphOf(cut, direction), 0, cut.length);
    };
    let line = shortened(start);
    for (const { index, segment } of graphemes.segment(text.slice(start))) {
      const longer = shortened(start + index + segment.length);
      if (longer.width > width) break;
      line = longer;
    }
    return line;
  }

  /** @param most lines; the last one ends in an ellipsis where the text goes on */
  return (given: string, width: number, most = Number.POSITIVE_INFINITY): Line[] => {
    const text = plainOf(given);
    const paragraph = paragraphOf(text, "auto");
    const lines: Line[] = [];
    let start = 0;
    let fits = 0;
    const breaks = breaksOf(text);
    for (let at = 0; at < breaks.length; ) {
      const end = breaks[at] ?? 0;
      if (lineOf(paragraph, start, end).width <= width) {
        fits = end;
        at++;
        continue;
      }
      if (lines.length === most - 1) return [...lines, lastLine(paragraph, start, width)];
      const cut = fits > start ? fits : cutAt(paragraph, start, end, width);
      lines.push(lineOf(paragraph, start, cut));
      start = cut;
      fits = cut;
    }
    return start < text.length || lines.length === 0
      ? [...lines, lineOf(paragraph, start, text.length)]
      : lines;
  };
}

/** A text as fonts know its characters. */
export function plainOf(text: string): string {
  return text.normalize("NFC").replaceAll("\t", " ");
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Where a line may end. Korean breaks between words alone, as on the pages. */
function breaksOf(text: string): number[] {
  const breaker = new LineBreaker(text);
  const breaks: number[] = [];
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak())
    if (
      !/\p{Script=Hangul}$/u.test(text.slice(0, next.position)) ||
      !/^\p{Script=Hangul}/u.test(text.slice(next.position))
    )
      breaks.push(next.position);
  return breaks;
}

const isOdd = (level: number | undefined) => (level ?? 0) % 2 === 1;

/** A bracket as it is seen from the other side. */
export function mirrored(character: string): string {
  return bidi.getMirroredCharacter(character) ?? character;
}

/** By this fontkit knows that a run is written from right to left: it joins its letters and turns it around. */
const turnedByFont = /^[\p{Script=Common}\p{Script=Inherited}]*\p{Script=Arabic}/u;

/** @param visual a run's characters from left to right */
function asFontExpects(visual: string): string {
  return turnedByFont.test(visual) ? [...visual].reverse().join("") : visual;
}
