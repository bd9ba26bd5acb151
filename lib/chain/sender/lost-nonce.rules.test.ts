import { expect, it } from "vitest";
import { tellsLostNonce } from "./lost-nonce.rules";

it("is told where another transaction has the nonce", () => {
  expect(tellsLostNonce("replacement transaction underpriced")).toBe(true);
  expect(tellsLostNonce("Error: it failed.\n\nDetails: nonce too low\nVersion: 1")).toBe(true);
});

it("is not told of what may have been taken, or has another cause", () => {
  for (const words of [
    "transaction already imported",
    "The request took too long to respond. nonce: 5",
    "nonce too high",
    "out of gas",
    "undefined",
    "",
  ])
    expect(tellsLostNonce(words), words).toBe(false);
});
