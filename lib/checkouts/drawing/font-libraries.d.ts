declare module "fontkit" {
  export type Glyphs = {
    unitsPerEm: number;
    ascent: number;
    hasGlyphForCodePoint(point: number): boolean;
    layout(text: string): {
      glyphs: readonly { path: { commands: readonly { command: string; args: readonly number[] }[] } }[];
      positions: readonly { xAdvance: number; xOffset: number; yOffset: number }[];
    };
  };
  export function create(file: Buffer): Glyphs;
}

declare module "subset-font" {
  type Options = {
    targetFormat?: "sfnt" | "woff2";
    keepFeatures?: readonly string[];
    variationAxes?: Record<string, number | { min: number; max: number }>;
  };
  export default function subsetFont(font: Uint8Array, text: string, options?: Options): Promise<Buffer>;
}

declare module "linebreak" {
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
