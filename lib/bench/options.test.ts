import { describe, expect, it } from "vitest";
import { readOptions, rowNames, usualRowNames } from "./options";

describe("readOptions", () => {
  it("measures every slow row in 5 rounds of 4 s by default", () => {
    const { rounds, seconds, wants } = readOptions([]);
    expect({ rounds, seconds }).toEqual({ rounds: 5, seconds: 4 });
    expect(rowNames.filter(wants)).toEqual(usualRowNames);
  });

  it("takes rounds, seconds and one row", () => {
    const { rounds, seconds, wants } = readOptions(["--rounds", "3", "--seconds=10", "--only", "poll"]);
    expect({ rounds, seconds }).toEqual({ rounds: 3, seconds: 10 });
    expect(rowNames.filter(wants)).toEqual(["poll"]);
  });

  it("runs the hour for 60 minutes unless given others", () => {
    expect(readOptions(["--only", "hour"]).minutes).toBe(60);
    expect(readOptions(["--only", "hour", "--minutes", "3"]).minutes).toBe(3);
  });

  it("explains a create or a poll", () => {
    expect(readOptions(["--only", "poll", "--explain"]).explain).toBe(true);
    expect(readOptions(["--only", "poll"]).explain).toBe(false);
  });

  it("measures the longer rows on request", () => {
    const { wants } = readOptions(["--only", "scale"]);
    expect(rowNames.filter(wants)).toEqual(["scale"]);
  });

  it.each([
    ["--rounds", "0"],
    ["--rounds", "1.5"],
    ["--seconds", "601"],
    ["--seconds", "-1"],
    ["--minutes", "1441"],
    ["--only", "everything"],
    ["--fast"],
    ["--explain"],
    ["--only", "memory", "--explain"],
    ["create"],
  ])("answers %s %s with the usage", (...flags) => {
    expect(() => readOptions(flags)).toThrow(/^Usage: npm run bench/);
  });
});
