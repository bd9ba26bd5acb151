/** In pixels, as messengers want it. */
export const previewSize = { width: 1200, height: 630 } as const;

/** The texts of a link's picture, in the language of its first reader. */
export type PreviewTexts = { language: string; merchant: string; title: string; price: string | null };
