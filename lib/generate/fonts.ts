import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";

/** The first and last of each range of characters. */
type Ranges = readonly (readonly [from: number, to: number])[];

/** Characters of the interface's languages in Latin script; the device's own fonts draw those of East Asia. */
const latin: Ranges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2000, 0x206f],
  [0x20a0, 0x20c0],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
];

/** `unicode-range` in components/ui/fonts.ts. */
const beyondLatin: Ranges = [
  [0x100, 0x523],
  [0xe3f, 0xe3f],
  [0x1e20, 0x1ef9],
  [0x2070, 0x208f],
  [0x2116, 0x2117],
  [0x2153, 0x25cf],
];

const fonts: readonly [name: string, source: string, characters: Ranges][] = [
  ["geist-latin", "geist-sans/Geist-Variable.woff2", latin],
  ["geist-beyond-latin", "geist-sans/Geist-Variable.woff2", beyondLatin],
  ["geist-mono", "geist-mono/GeistMono-Variable.woff2", latin],
];

/** Features and weights that the pages use. */
const keepFeatures = ["kern", "tnum", "ccmp", "liga", "mark", "mkmk"];
const variationAxes = { wght: { min: 400, max: 600 } };

/** Writes the pages' fonts, a quarter of the package's size; each takes a second, so present ones stay. */
export async function writeFonts(root: string): Promise<void> {
  const folder = path.join(root, "lib/generated/fonts");
  await mkdir(folder, { recursive: true });
  const sources = ["lib/generate/fonts.ts", "package-lock.json"].map((name) => path.join(root, name));
  const changedMs = Math.max(...(await Promise.all(sources.map(changedAtMs))));
  for (const [name, source, characters] of fonts) {
    const file = path.join(folder, `${name}.woff2`);
    if ((await changedAtMs(file)) > changedMs) continue;
    const whole = await readFile(path.join(root, "node_modules/geist/dist/fonts", source));
    const text = characters.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
    );
    await writeFile(
      file,
      await subsetFont(whole, text.join(""), { targetFormat: "woff2", keepFeatures, variationAxes }),
    );
  }
}

async function changedAtMs(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0;
}
