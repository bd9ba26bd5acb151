import { describe, expect, it } from "vitest";
import { readOptions, rowNames } from "./options";

describe("readOptions", () => {
  it("measures every row in 5 rounds of 4 s unless told otherwise", () => {
    const { rounds, seconds, wants } = readOptions([]);
    expect({ rounds, seconds }).toEqual({ rounds: 5, seconds: 4 });
    expect(rowNames.filter(wants)).toEqual(rowNames);
  });

  it("takes rounds, seconds and one row", () => {
    const { rounds, seconds, wants } = readOptions(["--rounds", "3", "--seconds=10", "--only", "poll"]);
    expect({ rounds, seconds }).toEqual({ rounds: 3, seconds: 10 });
    expect(rowNames.filter(wants)).toEqual(["poll"]);
  });

  it.each([
    ["--rounds", "0"],
    ["--rounds", "1.5"],
    ["--seconds", "601"],
    ["--seconds", "-1"],
    ["--only", "everything"],
    ["--fast"],
    ["create"],
  ])("answers %s %s with the usage", (...flags) => {
    expect(() => readOptions(flags)).toThrow(/^Usage: npm run bench/);
  });
});
