import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  accentCss,
  accentFor,
  accentGrounds,
  contrast,
  parseAccentColor,
  type Theme,
  toHex,
  toOklch,
} from "./looks.rules";

const themes: readonly Theme[] = ["light", "dark"];
const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);
const inks = { light: ["#17181c", "#5b5d66"], dark: ["#f1f1f3", "#a5a7b1"] } as const;

function holds(color: string, theme: Theme): void {
  const { accent, hover, onAccent, soft } = accentFor(color, theme);
  for (const part of [accent, hover, onAccent, soft]) expect(part).toMatch(/^#[0-9a-f]{6}$/);
  for (const ground of [...accentGrounds[theme], soft])
    expect(contrast(accent, ground), `${color} ${theme}: ${accent} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  for (const filled of [accent, hover])
    expect(contrast(onAccent, filled), `${color} ${theme}: ${onAccent} on ${filled}`).toBeGreaterThanOrEqual(
      4.5,
    );
  for (const ground of accentGrounds[theme]) expect(contrast(hover, ground)).toBeGreaterThanOrEqual(3);
  for (const ink of inks[theme]) expect(contrast(ink, soft)).toBeGreaterThanOrEqual(4.5);
  expect(hover).not.toBe(accent);
}

describe.each(themes)("any colour in the %s theme", (theme) => {
  test("can be read on every ground, and carries text", () => {
    fc.assert(
      fc.property(anyColor, (color) => holds(color, theme)),
      { numRuns: 500 },
    );
  });

  test.each(["#ffffff", "#000000", "#ffff00", "#00ffff", "#ff00ff", "#808080", "#010101", "#2f4bdb"])(
    "%s too",
    (color) => holds(color, theme),
  );

  test("keeps its hue", () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const { c, h } = toOklch(color);
        const shown = toOklch(accentFor(color, theme).accent);
        // Near grey eight bits tell no hue.
        fc.pre(c >= 0.03 && shown.c >= 0.04);
        const turned = Math.abs(Math.atan2(Math.sin(shown.h - h), Math.cos(shown.h - h)));
        expect((turned * 180) / Math.PI, `${color} became ${accentFor(color, theme).accent}`).toBeLessThan(6);
      }),
      { numRuns: 300 },
    );
  });
});

test("a colour that can be read stays as it is", () => {
  expect(accentFor("#2f4bdb", "light").accent).toBe("#2f4bdb");
  expect(accentFor("#9aabff", "dark").accent).toBe("#9aabff");
});

test("black and white change places where they cannot be seen", () => {
  expect(accentFor("#000000", "dark")).toMatchObject({ accent: "#ffffff", onAccent: "#0f1012" });
  expect(accentFor("#ffffff", "light")).toMatchObject({ accent: "#000000", onAccent: "#ffffff" });
});

test("the backgrounds equal the style sheet's", () => {
  const [light = "", dark = ""] = readFileSync("app/globals.css", "utf8").split("@utility dark-theme");
  const value = (css: string, name: string) => css.match(new RegExp(`--${name}: (#[0-9a-f]{6});`))?.[1];
  for (const [theme, css] of [
    ["light", light],
    ["dark", dark],
  ] as const) {
    expect(["ground", "card", "well"].map((name) => value(css, name))).toEqual(accentGrounds[theme]);
    expect(["ink", "muted"].map((name) => value(css, name))).toEqual(inks[theme]);
  }
});

test("a colour goes to OKLCH and back", () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      expect(toHex(toOklch(color))).toBe(color);
    }),
  );
});

test.each(["", "red", "#fff", "#12345g", "#1234567", "0a7d4b", "#0a7d4b}", " #0a7d4b"])(
  "rejects the colour %j, so that no style sheet contains it",
  (text) => {
    expect(parseAccentColor(text)).toBeNull();
    expect(accentCss(text)).toBeNull();
  },
);

test("the style sheet has nothing but the four colours of each theme", () => {
  const part =
    "--accent:#[0-9a-f]{6};--accent-hover:#[0-9a-f]{6};--on-accent:#[0-9a-f]{6};--accent-soft:#[0-9a-f]{6}";
  expect(accentCss("#0A7D4B")).toMatch(
    new RegExp(
      `^:root:root\\{${part}\\}@media \\(prefers-color-scheme:dark\\)\\{:root:root\\{${part}\\}\\}$`,
    ),
  );
});
