import "server-only";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { create, type Glyphs } from "fontkit";
import subsetFont from "subset-font";
import { mirrored, plainOf, type Run } from "./set-lines";

export type Weight = 400 | 600;

const packages = path.join(process.cwd(), "node_modules");

const latin = "latin";

const latinFiles: Readonly<Record<Weight, string>> = {
  400: "Geist-Regular.ttf",
  600: "Geist-SemiBold.ttf",
};

/**
 * Fonts beyond Latin come in files, each for a few ranges of characters. In the Arabic one each glyph is of one letter: where dots are
 * glyphs of their own, as in Noto's, readers of a PDF copy other letters.
 */
const families = {
  kr: "noto-sans-kr",
  jp: "noto-sans-jp",
  sc: "noto-sans-sc",
  arabic: "vazirmatn",
} as const;

type Script = keyof typeof families;

const scripts = Object.keys(families) as Script[];

type Range = { from: number; to: number; font: string };

const rangesOf = new Map<Script, Promise<readonly Range[]>>();

/** The order for a language: many characters are in all three, each in its country's form. */
function scriptsFor(language: string): readonly Script[] {
  const first: Script = language.startsWith("ja") ? "jp" : language.startsWith("zh") ? "sc" : "kr";
  return [first, ...scripts.filter((script) => script !== first)];
}

function readRanges(script: Script): Promise<readonly Range[]> {
  const known = rangesOf.get(script);
  if (known !== undefined) return known;
  const read = readFile(path.join(packages, `@fontsource-variable/${families[script]}/unicode.json`), "utf8")
    .then((text) => Object.entries(JSON.parse(text) as Record<string, string>))
    .then((files) =>
      files.flatMap(([name, list]) =>
        list.split(",").map((range) => {
          const [from = "", to = from] = range.replace(/^U\+/i, "").split("-");
          const file = `${script}/${name.replace(/[[\]]/g, "")}`;
          return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), font: file };
        }),
      ),
    );
  rangesOf.set(script, read);
  read.catch(() => rangesOf.delete(script));
  return read;
}

/** Stands for a character that no font has, such as an emoji. */
const missingGlyph = "□";

const isInvisible = (character: string) => /^[\p{Cc}\p{Cf}\p{Mn}\p{Me}]$/u.test(character);

/** Never drawn, though some fonts have glyphs for them; U+200C keeps Arabic letters apart. */
const isControl = (character: string) => /^(?!\u200c)[\p{Cc}\p{Cf}]$/u.test(character);

/** East Asian fonts come first for their own characters: Geist has some of the punctuation, of another width. */
const isEastAsian = (point: number) => point >= 0x1100 && !(point >= 0x2000 && point < 0x2e80);

/** Each costs some milliseconds. A page of Japanese needs about fifty. */
const mostFonts = 64;

/** The fonts of some texts' characters. */
export type FontTexts = {
  /** Divides characters into runs, in their order; invisible ones that no font has are left out. */
  runsOf(characters: Iterable<string>): Run[];
  /** The characters that each font has to draw of some of the texts. */
  neededBy(texts: readonly string[]): ReadonlyMap<string, string>;
};

/**
 * Finds the fonts for texts. A character that no font has, or only one beyond `mostFonts`, becomes a box, or nothing if
 * it is invisible.
 *
 * @param texts every text that will be drawn, the most important first
 */
export async function fontsFor(language: string, texts: readonly string[]): Promise<FontTexts> {
  const ranges = (await Promise.all(scriptsFor(language).map(readRanges))).flat();
  const findFont = async (character: string): Promise<string | null> => {
    const point = character.codePointAt(0) ?? 0;
    const others = ranges.filter(({ from, to }) => from <= point && point <= to).map(({ font }) => font);
    for (const font of isEastAsian(point) ? [...others, latin] : [latin, ...others]) {
      if (!used.has(font) && used.size >= mostFonts) continue;
      if ((await readGlyphs(font)).hasGlyphForCodePoint(point)) return font;
    }
    return null;
  };
  const characters = new Set([missingGlyph, "?", ...withMirrored(texts.join(""))]);
  const used = new Set<string>();
  const fonts = new Map<string, string>();
  for (const character of characters) {
    const font = isControl(character) ? null : await findFont(character);
    if (font === null) continue;
    used.add(font);
    fonts.set(character, font);
  }
  const missing = fonts.has(missingGlyph) ? missingGlyph : "?";
  const runsOf = (characters: Iterable<string>) => {
    const runs: Run[] = [];
    for (const character of characters) {
      const drawn = fonts.has(character) ? character : isInvisible(character) ? "" : missing;
      const font = fonts.get(drawn) ?? latin;
      const last = runs.at(-1);
      if (last?.font === font || (last !== undefined && drawn === "")) last.text += drawn;
      else if (drawn !== "") runs.push({ text: drawn, font });
    }
    return runs;
  };
  const neededBy = (some: readonly string[]) => {
    const needed = new Map<string, string>();
    for (const { font, text } of runsOf(withMirrored(some.join(""))))
      needed.set(font, (needed.get(font) ?? "") + text);
    return needed;
  };
  return { runsOf, neededBy };
}

/** From right to left a bracket is drawn as its mirror image. */
function withMirrored(text: string): string[] {
  return [...plainOf(text)].flatMap((character) => [character, mirrored(character)]);
}

const glyphsRead = new Map<string, Promise<Glyphs>>();

/** The characters that a font draws: fewer than the ranges of its package promise. */
function readGlyphs(font: string): Promise<Glyphs> {
  const known = glyphsRead.get(font);
  if (known !== undefined) return known;
  const read = readWhole(fileOf(font, 400)).then((file) => create(file));
  glyphsRead.set(font, read);
  read.catch(() => glyphsRead.delete(font));
  return read;
}

/** Files stay in memory: a process draws many receipts from the same few. */
const filesRead = new Map<string, Promise<Buffer>>();

function readWhole(file: string): Promise<Buffer> {
  const known = filesRead.get(file);
  if (known !== undefined) return known;
  const read = readFile(path.join(packages, file));
  filesRead.set(file, read);
  // The next receipt tries again.
  read.catch(() => filesRead.delete(file));
  return read;
}

/** In its package. East Asian files have all weights. */
function fileOf(font: string, weight: Weight): string {
  if (font === latin) return `geist/dist/fonts/geist-sans/${latinFiles[weight]}`;
  const [script = "", name] = font.split("/");
  const family = families[script as Script];
  return `@fontsource-variable/${family}/files/${family}-${name}-wght-normal.woff2`;
}

/** A font's file with no more than the text needs. */
export async function readFont(font: string, weight: Weight, text: string): Promise<Buffer> {
  const whole = await readWhole(fileOf(font, weight));
  return subsetFont(whole, text, {
    targetFormat: "sfnt",
    ...(font === latin ? {} : { variationAxes: { wght: weight } }),
  });
}
