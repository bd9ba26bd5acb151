import { expect, test } from "vitest";
import { shownText } from "./shown-units";

test("what turns text round is taken out, and what is left of nothing is nothing", () => {
  expect(shownText("invoice \u202egpj.exe\u0007")).toBe("invoice gpj.exe");
  expect(shownText("\u202e \u2066")).toBeNull();
  expect(shownText(null)).toBeNull();
});
