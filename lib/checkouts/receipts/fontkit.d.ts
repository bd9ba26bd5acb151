declare module "fontkit" {
  export type Glyphs = { hasGlyphForCodePoint(point: number): boolean };
  export function create(file: Buffer): Glyphs;
}
