import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvLine, withSemicolons } from "./csv.rules";

describe("csv", () => {
  /**
   * The records of a file as spreadsheets read them. RFC 4180 has commas and CRLF; with another separator a quotation
   * mark counts only at the start of a cell, and any line break outside quotes ends a record.
   */
  function parse(file: string, separator = ","): string[][] {
    const records: string[][] = [];
    let record: string[] = [];
    let cell = "";
    let quoted = false;
    for (let at = 0; at < file.length; at++) {
      const character = file[at] ?? "";
      const isLineEnd = separator === "," ? file.startsWith("\r\n", at) : /[\r\n]/.test(character);
      if (quoted) {
        if (character !== '"') cell += character;
        else if (file[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else quoted = false;
      } else if (character === '"' && cell === "") quoted = true;
      else if (character === separator) {
        record.push(cell);
        cell = "";
      } else if (isLineEnd) {
        records.push([...record, cell]);
        record = [];
        cell = "";
        if (file.startsWith("\r\n", at)) at += 1;
      } else cell += character;
    }
    return quoted || cell !== "" || record.length > 0 ? [...records, [...record, cell]] : records;
  }

  const dangerous = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"];

  const nasty = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .array(
        fc.oneof(fc.constantFrom(...dangerous, '"', ",", ";", "'", " ", "\u00a0", "\ufeff"), fc.string()),
      )
      .map((parts) => parts.join("")),
  );

  describe("a record", () => {
    test("is read back cell by cell, with any content", () => {
      fc.assert(
        fc.property(fc.array(fc.array(nasty, { minLength: 1 }), { minLength: 1 }), (records) => {
          const read = parse(records.map(csvLine).join(""));
          // Guards against formulas are apostrophes.
          const plain = (rows: string[][]) =>
            rows.map((cells) => cells.map((cell) => cell.replaceAll("'", "")));
          expect(plain(read)).toEqual(plain(records));
        }),
      );
    });

    test("has no cell that begins a formula", () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...dangerous),
          nasty,
          fc.constantFrom("", " ", "\u00a0 ", "\ufeff"),
          (mark, rest, before) => {
            const [[cell = ""] = []] = parse(csvLine([`${before}${mark}${rest}`]));
            const isWhite = /^\s$/.test(mark);
            if (before === "" || !isWhite) expect(cell.startsWith("'")).toBe(true);
            expect(dangerous.some((other) => cell.trimStart().startsWith(other))).toBe(false);
          },
        ),
      );
    });

    test.each([",", ";", "\t", "|"])("has no formula when %j separates the cells", (separator) => {
      fc.assert(
        fc.property(fc.array(fc.array(nasty, { minLength: 1 }), { minLength: 1 }), (records) => {
          const cells = parse(records.map(csvLine).join(""), separator).flat();
          for (const cell of cells) expect(cell).not.toMatch(/^[\s\p{Cc}\ufeff]*[=+\-@＝＋－＠]/u);
        }),
        { numRuns: 200 },
      );
    });

    test("is read back cell by cell with semicolons", () => {
      fc.assert(
        fc.property(fc.array(fc.array(nasty, { minLength: 1 }), { minLength: 1 }), (records) => {
          const file = records.map((cells) => csvLine(cells.map((cell) => cell || null)));
          const write = withSemicolons();
          expect(parse(file.map(write).join(""), ";")).toEqual(parse(file.join("")));
        }),
      );
    });

    test("guards a formula that follows a separator inside a cell", () => {
      expect(csvLine(["Coffee;=cmd|' /C calc'!A0"])).toBe(`"Coffee;'=cmd|' /C calc'!A0"\r\n`);
      expect(csvLine(['a\t"=1', "b\n @x", "c|-1", "d, -1"])).toBe(`"a\t'""=1","b\n' @x","c|'-1","d, -1"\r\n`);
    });

    test("has a comma in the decimals of amounts alone when semicolons separate", () => {
      const write = withSemicolons();
      expect(write(csvLine(["amount", "item", "gas_in_network_coin", "fiat_value"]))).toBe(
        "amount;item;gas_in_network_coin;fiat_value\r\n",
      );
      expect(
        write(csvLine(["4.50", "1.5", "0.000021", null]) + csvLine(["7", 'a "b", c; d', "-1.5", "3.00"])),
      ).toBe(`4,50;1.5;0,000021;\r\n7;"a ""b"", c; d";'-1.5;3,00\r\n`);
    });

    test("leaves plain text as it is, and nothing empty", () => {
      expect(csvLine(["chk_1", "4.50", null, "", "O'Neill", "a-b"])).toBe("chk_1,4.50,,,O'Neill,a-b\r\n");
      expect(csvLine(['say "hi"', "a,b", "x\r\ny"])).toBe('"say ""hi""","a,b","x\r\ny"\r\n');
      expect(csvLine(["=1+1", '=HYPERLINK("http://evil.example","x")'])).toBe(
        `'=1+1,"'=HYPERLINK(""http://evil.example"",""x"")"\r\n`,
      );
    });
  });
});
