/** A colour in OKLCH: lightness (0 to 1), chroma (0 for grey) and hue (radians). */
export type Oklch = { l: number; c: number; h: number };

/** Linear light, 0 to 1 each; values outside cannot be displayed. */
type Linear = readonly [red: number, green: number, blue: number];

/** @param hex #rrggbb @see https://bottosson.github.io/posts/oklab/ for the matrices */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = toLinear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const alpha = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const beta = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(alpha, beta),
    h: Math.atan2(beta, alpha),
  };
}

/** The colour as #rrggbb, with as much of its chroma as sRGB can show; lightness and hue stay. */
export function toHex(color: Oklch): string {
  const whole = linearOf(color);
  if (isShowable(whole)) return hexOf(whole);
  let [low, high] = [0, color.c];
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (isShowable(linearOf({ ...color, c: middle }))) low = middle;
    else high = middle;
  }
  return hexOf(linearOf({ ...color, c: low }));
}

/** WCAG 2.2's contrast ratio of two colours, 1 to 21. @param a #rrggbb @param b #rrggbb */
export function contrast(a: string, b: string): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = toLinear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function linearOf({ l: lightness, c, h }: Oklch): Linear {
  const [alpha, beta] = [c * Math.cos(h), c * Math.sin(h)];
  const l = (lightness + 0.3963377774 * alpha + 0.2158037573 * beta) ** 3;
  const m = (lightness - 0.1055613458 * alpha - 0.0638541728 * beta) ** 3;
  const s = (lightness - 0.0894841775 * alpha - 1.291485548 * beta) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Within half an 8-bit step of the gamut counts as inside. */
function isShowable(color: Linear): boolean {
  return color.every((part) => part >= -0.0002 && part <= 1.0002);
}

function toLinear(hex: string): Linear {
  const part = (place: number) => {
    const value = Number.parseInt(hex.slice(place, place + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function hexOf(color: Linear): string {
  const parts = color.map((part) => {
    const value = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(Math.max(value, 0), 1) * 255);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

export type Theme = "light" | "dark";

/** Backgrounds of an accent in each theme: page, card and well, as in `app/globals.css`. A test compares the two. */
export const accentGrounds: Readonly<Record<Theme, readonly [ground: string, card: string, well: string]>> = {
  light: ["#f4f4f2", "#ffffff", "#f7f7f5"],
  dark: ["#0f1012", "#18191d", "#1f2025"],
};

/** A merchant's colour in one theme, each #rrggbb. */
export type Accent = { accent: string; hover: string; onAccent: string; soft: string };

/** WCAG 2.2, 1.4.3, for text. Controls need only 3:1, but get the same. */
const textContrast = 4.5;

const lightnessStep = 0.005;

/** Change of a button's lightness on hover. */
const hoverShift = 0.07;

/** Below this chroma a colour counts as grey. */
const greyChroma = 0.03;

/** Lightness and chroma of the soft background in the accent's hue. */
const softTone: Readonly<Record<Theme, Pick<Oklch, "l" | "c">>> = {
  light: { l: 0.965, c: 0.02 },
  dark: { l: 0.275, c: 0.04 },
};

/** #rrggbb in lower case; null for anything else. */
export function parseAccentColor(text: string): string | null {
  return /^#[0-9a-fA-F]{6}$/.test(text) ? text.toLowerCase() : null;
}

/**
 * The merchant's colour if it is readable, else the nearest lightness that is: the hue stays, with as much chroma as
 * sRGB can show. `accent` has 4.5:1 on every background and on `soft`, and so has `onAccent` on `accent` and `hover`.
 *
 * @param color #rrggbb
 */
export function accentFor(color: string, theme: Theme): Accent {
  const chosen = toOklch(color);
  const at = (l: number) => toHex({ ...chosen, l });
  const grounds = accentGrounds[theme];
  const tone = softTone[theme];
  const soft = toHex({ l: tone.l, c: Math.min(chosen.c, tone.c), h: chosen.h });
  const isReadable = (l: number) =>
    [...grounds, soft].every((ground) => contrast(at(l), ground) >= textContrast);

  const away = theme === "light" ? -1 : 1;
  // In the dark theme a shop's black becomes white, not the grey of disabled controls.
  let l = chosen.c < greyChroma && !isReadable(chosen.l) ? 1 - chosen.l : chosen.l;
  while (!isReadable(l) && l > 0 && l < 1) l = Math.min(Math.max(l + away * lightnessStep, 0), 1);

  const further = l + away * hoverShift;
  const hover = further > 0.15 && further < 0.97 ? further : l - 2 * away * hoverShift;
  const [ground, card] = grounds;
  return { accent: at(l), hover: at(hover), soft, onAccent: theme === "light" ? card : ground };
}

/**
 * The custom properties of `app/globals.css` that a merchant's colour overrides, for a `<style>`. The output contains
 * none of the input text.
 *
 * @param color as stored
 * @returns null when it is not a colour
 */
export function accentCss(color: string): string | null {
  const accentColor = parseAccentColor(color);
  if (accentColor === null) return null;
  // `:root` twice: higher specificity than the stylesheet, in any order.
  const rule = (theme: Theme) => {
    const { accent, hover, onAccent, soft } = accentFor(accentColor, theme);
    return `:root:root{--accent:${accent};--accent-hover:${hover};--on-accent:${onAccent};--accent-soft:${soft}}`;
  };
  return `${rule("light")}@media (prefers-color-scheme:dark){${rule("dark")}}`;
}

/**
 * The URL of a logo, addressed by its content.
 *
 * @param checkoutPageUrl origin of the payment page
 */
export function logoUrlOf(digest: string | null, checkoutPageUrl: string): string | null {
  return digest === null ? null : `${checkoutPageUrl}/logos/${digest}`;
}
