import { describe, expect, test } from "vitest";
import { argumentFault, missingFrom, parseOnce, readUsage } from "./program";
import { commands } from "./run-admin";

describe("a usage line", () => {
  test("lists a verb's id and options, and which are required", () => {
    expect(readUsage("REFUND --to ADDRESS [--reason TEXT] [--now]")).toEqual({
      id: "REFUND",
      options: new Map([
        ["to", "string"],
        ["reason", "string"],
        ["now", "boolean"],
      ]),
      required: [[["to"]]],
    });
    expect(readUsage("--project ID (--file PICTURE | --none)")).toEqual({
      id: null,
      options: new Map([
        ["project", "string"],
        ["file", "string"],
        ["none", "boolean"],
      ]),
      required: [[["project"]], [["file"], ["none"]]],
    });
    expect(readUsage("(--price 4.50 --currency USD | --amount UNITS)").required).toEqual([
      [["price", "currency"], ["amount"]],
    ]);
    expect(readUsage("")).toEqual({ id: null, options: new Map(), required: [] });
  });

  test.each(Object.entries(commands))("of %s is parsed completely", (_, { usage }) => {
    const { id, options } = readUsage(usage);
    const known = usage.match(/--[\w-]+/g) ?? [];
    expect(known.map((name) => name.slice(2)).sort()).toEqual([...options.keys()].sort());
    if (id !== null) expect(usage.startsWith(id)).toBe(true);
    expect(id ?? "ID").toMatch(/^[A-Z]+(?:=[A-Z]+)?$/);
  });
});

describe("a missing argument", () => {
  const link = readUsage("LINK --project ID (--price 4.50 --currency USD | --amount UNITS)");
  const given = (words: string[], ...options: string[]) => ({ words, options: new Set(options) });

  test.each([
    [given([], "project"), "LINK is missing."],
    [given(["a"]), "--project is missing."],
    [given(["a"], "project"), "Give either --price and --currency or --amount."],
    [given(["a"], "project", "amount", "price"), "Give either --price and --currency or --amount."],
    [given(["a"], "project", "price"), "--currency is missing."],
    [given(["a", "b", "c"], "project"), 'Unexpected argument "b c". Put quotes around values with spaces.'],
  ])("is named: %j", (said, sentence) => expect(missingFrom(link, said)).toBe(sentence));

  test("reports nothing when all arguments are given, and rejects an unexpected id", () => {
    expect(missingFrom(link, given(["a"], "project", "amount"))).toBeNull();
    expect(missingFrom(link, given(["a"], "project", "price", "currency"))).toBeNull();
    expect(missingFrom(readUsage("[--project ID]"), given(["x"]))).toBe('Unexpected argument "x".');
  });
});

test("an option that is given twice is refused by name, instead of dropping its first value", () => {
  const options = { allow: { type: "string" }, yes: { type: "boolean" } } as const;
  const args = ["--allow", "https://one.example", "--allow=https://two.example"];
  const fault = (() => {
    try {
      return parseOnce({ args, options });
    } catch (error) {
      return argumentFault(error);
    }
  })();
  expect(fault).toBe("Option '--allow' is given more than once.");
  expect(parseOnce({ args: args.slice(0, 2), options }).values).toEqual({ allow: "https://one.example" });
});
