import localFont from "next/font/local";

const latin = localFont({
  src: "../../lib/generated/fonts/geist-latin.woff2",
  variable: "--font-geist",
  weight: "400 600",
});

/** For names in other scripts: loaded with the first character that the Latin one doesn't have. */
const beyondLatin = localFont({
  src: "../../lib/generated/fonts/geist-beyond-latin.woff2",
  variable: "--font-geist-beyond-latin",
  weight: "400 600",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+100-130,U+132-151,U+154-523,U+E3F,U+1E20-1EF9,U+2070-208F,U+2116-2117,U+2153-218F,U+2194-2211,U+2213-25CF",
    },
  ],
});

/** For addresses and hashes: most first screens show none. */
const mono = localFont({
  src: "../../lib/generated/fonts/geist-mono.woff2",
  variable: "--font-geist-mono",
  weight: "400 600",
  preload: false,
  adjustFontFallback: false,
});

export const fontVariables = `${latin.variable} ${beyondLatin.variable} ${mono.variable}`;
