declare module "subset-font" {
  type Options = { targetFormat?: "sfnt"; variationAxes?: Record<string, number> };
  export default function subsetFont(font: Uint8Array, text: string, options?: Options): Promise<Buffer>;
}
