import { expect, test } from "vitest";
import { readTheme, themes } from "./theme.rules";

test("a cookie chooses a theme; without one, or with another text, the device does", () => {
  expect(themes.map(readTheme)).toEqual(["system", "light", "dark"]);
  expect([undefined, "", "pink"].map(readTheme)).toEqual(["system", "system", "system"]);
});
