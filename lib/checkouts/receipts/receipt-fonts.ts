import "server-only";
import { readFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";

/** A part of a text that one font can draw. */
export type Run = { text: string; font: string };

export type Weight = 400 | 600;

const packages = path.join(process.cwd(), "node_modules");

const latin = "latin";

const latinFiles: Readonly<Record<Weight, string>> = {
  400: "Geist-Regular.ttf",
  600: "Geist-SemiBold.ttf",
};

/** East Asian fonts come in some hundred files, each for a few ranges of characters. */
const scripts = ["kr", "jp", "sc"] as const;

type Script = (typeof scripts)[number];

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
  const read = readFile(path.join(packages, `@fontsource-variable/noto-sans-${script}/unicode.json`), "utf8")
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

/** Below it are Latin letters, all of which Geist has. */
const firstOther = 0x1100;

/** Divides texts into parts by the font that has their characters. */
export async function fontRuns(language: string): Promise<(text: string) => Run[]> {
  const ranges = (await Promise.all(scriptsFor(language).map(readRanges))).flat();
  const fontOf = (character: string) => {
    const point = character.codePointAt(0) ?? 0;
    const isOther = point >= firstOther && !(point >= 0x2000 && point < 0x2e80);
    const found = isOther ? ranges.find(({ from, to }) => from <= point && point <= to) : undefined;
    return found?.font ?? latin;
  };
  return (text) => {
    const runs: Run[] = [];
    for (const character of text.normalize("NFC")) {
      const font = fontOf(character);
      const last = runs.at(-1);
      if (last?.font === font) last.text += character;
      else runs.push({ text: character, font });
    }
    return runs;
  };
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

/** A font's file with no more than the text needs. */
export async function readFont(font: string, weight: Weight, text: string): Promise<Buffer> {
  if (font === latin) {
    const whole = await readWhole(`geist/dist/fonts/geist-sans/${latinFiles[weight]}`);
    return subsetFont(whole, text, { targetFormat: "sfnt" });
  }
  const [script, name] = font.split("/");
  const file = `@fontsource-variable/noto-sans-${script}/files/noto-sans-${script}-${name}-wght-normal.woff2`;
  return subsetFont(await readWhole(file), text, { targetFormat: "sfnt", variationAxes: { wght: weight } });
}
