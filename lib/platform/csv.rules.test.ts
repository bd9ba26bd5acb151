import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvLine } from "./csv.rules";

/** The records of a file as RFC 4180 reads them, written down on its own. */
function parse(file: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < file.length; at++) {
    const character = file[at] ?? "";
    if (quoted) {
      if (character !== '"') cell += character;
      else if (file[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell === "") quoted = true;
    else if (character === ",") {
      record.push(cell);
      cell = "";
    } else if (character === "\r" && file[at + 1] === "\n") {
      records.push([...record, cell]);
      record = [];
      cell = "";
      at += 1;
    } else cell += character;
  }
  expect([quoted, cell, record]).toEqual([false, "", []]);
  return records;
}

const dangerous = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"];
const nasty = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.oneof(fc.constantFrom(...dangerous, '"', ",", ";", "'", " ", "\u00a0", "\ufeff"), fc.string()))
    .map((parts) => parts.join("")),
);

describe("a record", () => {
  test("is read back cell by cell, whatever stands in it", () => {
    fc.assert(
      fc.property(fc.array(fc.array(nasty, { minLength: 1 }), { minLength: 1 }), (records) => {
        const read = parse(records.map(csvLine).join(""));
        const plain = read.map((cells, row) =>
          cells.map((cell, column) => {
            const original = records[row]?.[column] ?? "";
            return cell === `'${original}` ? original : cell;
          }),
        );
        expect(plain).toEqual(records);
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

  test("leaves plain text as it is, and nothing empty", () => {
    expect(csvLine(["chk_1", "4.50", null, "", "O'Neill", "a-b"])).toBe("chk_1,4.50,,,O'Neill,a-b\r\n");
    expect(csvLine(['say "hi"', "a,b", "x\r\ny"])).toBe('"say ""hi""","a,b","x\r\ny"\r\n');
    expect(csvLine(["=1+1", '=HYPERLINK("http://evil.example","x")'])).toBe(
      `'=1+1,"'=HYPERLINK(""http://evil.example"",""x"")"\r\n`,
    );
  });
});
