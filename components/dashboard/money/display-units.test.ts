import { expect, test } from "vitest";
import { displayText } from "./display-units";

test("what turns text round is taken out, and what is left of nothing is nothing", () => {
  expect(displayText("invoice \u202egpj.exe\u0007")).toBe("invoice gpj.exe");
  expect(displayText("\u202e \u2066")).toBeNull();
  expect(displayText(null)).toBeNull();
});
