import { expect, test } from "vitest";
import { displayText } from "./display-units";

test("removes bidirectional controls, and returns null when nothing is left", () => {
  expect(displayText("invoice \u202egpj.exe\u0007")).toBe("invoice gpj.exe");
  expect(displayText("\u202e \u2066")).toBeNull();
  expect(displayText(null)).toBeNull();
});
