import { expect, test } from "vitest";
import { shortHex } from "./hex.rules";

test("an address is shortened to its ends", () => {
  expect(shortHex("0x5fbdb2315678afecb367f032d93f642f64180aa3")).toBe("0x5fbdb2…180aa3");
});
