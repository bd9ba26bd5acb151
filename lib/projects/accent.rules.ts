import { contrast, type Oklch, toHex, toOklch } from "./color.rules";

export type Theme = "light" | "dark";

/**
 * What an accent stands on in each theme: page, card and well, as `app/globals.css` has them. A test holds the two
 * together.
 */
export const accentGrounds: Readonly<Record<Theme, readonly [ground: string, card: string, well: string]>> = {
  light: ["#f4f4f2", "#ffffff", "#f7f7f5"],
  dark: ["#0f1012", "#18191d", "#1f2025"],
};

/** A merchant's colour as one theme shows it, each #rrggbb. */
export type Accent = { accent: string; hover: string; onAccent: string; soft: string };

/** WCAG 2.2, 1.4.3: of text. Controls need 3:1, and get as much. */
const textContrast = 4.5;
const lightnessStep = 0.005;
/** How far a button's colour moves under the pointer, in lightness. */
const hoverShift = 0.07;
/** With less chroma it is a grey. */
const greyChroma = 0.03;
/** Of the quiet ground in the accent's hue. */
const softTone: Readonly<Record<Theme, Pick<Oklch, "l" | "c">>> = {
  light: { l: 0.965, c: 0.02 },
  dark: { l: 0.275, c: 0.04 },
};

/** #rrggbb in lower case; null for anything else. */
export function parseAccentColor(text: string): string | null {
  return /^#[0-9a-fA-F]{6}$/.test(text) ? text.toLowerCase() : null;
}

/**
 * The merchant's colour where it can be read, else the nearest in lightness that can: its hue stays, and as much of
 * its strength as a screen can show. `accent` has 4.5:1 on every ground and on `soft`, and so has `onAccent` on
 * `accent` and `hover`.
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
  // A shop's black is white at night, and not the grey of what is switched off.
  let l = chosen.c < greyChroma && !isReadable(chosen.l) ? 1 - chosen.l : chosen.l;
  while (!isReadable(l) && l > 0 && l < 1) l = Math.min(Math.max(l + away * lightnessStep, 0), 1);

  const further = l + away * hoverShift;
  const hover = further > 0.15 && further < 0.97 ? further : l - 2 * away * hoverShift;
  const [ground, card] = grounds;
  return { accent: at(l), hover: at(hover), soft, onAccent: theme === "light" ? card : ground };
}

/**
 * The custom properties of `app/globals.css` that a merchant's colour takes the place of, for a `<style>`: nothing of
 * the given text is in it.
 *
 * @param color as it was stored
 * @returns null where it is no colour
 */
export function accentCss(color: string): string | null {
  const accentColor = parseAccentColor(color);
  if (accentColor === null) return null;
  // Twice the root: it wins over the sheet's own, wherever the two stand.
  const rule = (theme: Theme) => {
    const { accent, hover, onAccent, soft } = accentFor(accentColor, theme);
    return `:root:root{--accent:${accent};--accent-hover:${hover};--on-accent:${onAccent};--accent-soft:${soft}}`;
  };
  return `${rule("light")}@media (prefers-color-scheme:dark){${rule("dark")}}`;
}
