import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { ReceiptDocument } from "@/lib/checkouts/receipts/receipt-document.rules";
import { redrawPicture } from "@/lib/projects/looks/change-looks";
import { plainPicture } from "@/lib/testing/pictures";
import { draw } from "./draw";
import { drawReceipt } from "./draw-receipt";
import { fontsFor } from "./fonts";
import { plainOf } from "./set-lines";

const green = { r: 10, g: 125, b: 75, alpha: 1 };
const at = new Date("2026-01-31T20:00:00Z");

function receipt(language: string, item: string): ReceiptDocument {
  return {
    kind: "receipt",
    title: "Receipt",
    merchantName: "Corner Coffee",
    merchantDetails: null,
    logoDigest: null,
    language,
    at,
    headline: { label: "Price", value: "4.50 USDC" },
    groups: [[{ label: "Item", value: item }], [{ label: "Transaction", value: `0x${"ab".repeat(32)}` }]],
    code: { label: "Check", url: "https://pay.shop.example/c/chk_1" },
  };
}

/** The places of all texts from the bottom of the page. */
function lineHeights(pdf: Buffer): number[] {
  return contentsOf(pdf).flatMap((content) =>
    [...content.matchAll(/1 0 0 1 [\d.]+ ([\d.]+) Tm/g)].map(([, y]) => Number(y)),
  );
}

/** The unpacked streams. */
function contentsOf(pdf: Buffer): string[] {
  return [...pdf.toString("latin1").matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body ?? "", "latin1")).toString("latin1")];
    } catch {
      return [];
    }
  });
}

/** The characters that readers can copy and search: each font maps its glyphs to them. */
function readableCharacters(pdf: Buffer): Set<string> {
  const hex = contentsOf(pdf)
    .filter((map) => map.includes("beginbfrange"))
    .flatMap((map) => map.match(/<[0-9a-f ]+>/gi) ?? []);
  return new Set(
    hex.flatMap((code) => [...Buffer.from(code.replace(/[<> ]/g, ""), "hex").swap16().toString("utf16le")]),
  );
}

describe("a receipt as PDF", () => {
  test.each([
    ["en", "Flat white & crème brûlée"],
    ["de", "Großer Kaffee, 2 Stück"],
    ["ko", "아이스 아메리카노 텀블러"],
    ["ja", "抹茶ラテとケーキ"],
    ["zh", "珍珠奶茶"],
    ["ar", "بت نت"],
    ["en", "₩6,300 ₫100 ₹5 ₽7 €4,50"],
  ])("in %s maps each character of %s to text", async (language, item) => {
    const characters = readableCharacters(await drawReceipt(receipt(language, item)));
    expect([...item].filter((each) => !characters.has(each))).toEqual([]);
  });

  test.each([
    ["emoji and scripts without a font", "Tea ☕ 👩‍🚀 🇰🇷 קפה", "Tea □ □□ □□ □□□"],
    ["invisible characters", "T\u200bea\ufeff\ufe0f", "Tea"],
    ["tabs", "Tea\tCup", "Tea Cup"],
    ["nothing else", "👩‍🚀", "□□"],
  ])("draws %s as boxes, or as nothing", async (_, item, drawn) => {
    const runs = (await fontsFor("en", [item])).runsOf(plainOf(item));
    expect(runs.map(({ text }) => text).join("")).toBe(drawn);
    const characters = readableCharacters(await drawReceipt(receipt("en", item)));
    expect([...drawn].filter((each) => !characters.has(each))).toEqual([]);
  });

  test("joins Arabic letters, and draws words from right to left around a number", async () => {
    const [content = ""] = contentsOf(await drawReceipt(receipt("ar", "ههه 250 ددح")));
    const runs = [...content.matchAll(/\/F\d+ 10 Tf([\s\S]*?)ET/g)].map(([, drawn = ""]) =>
      (drawn.match(/[0-9a-f]{4}(?=[0-9a-f]*>)/g) ?? []).join(" "),
    );
    // The labels of price and item come first. A letter that joins has three forms, and one that doesn't has one.
    const [apart, number, joined] = runs.slice(2, 5).map((run) => new Set(run.split(" ")).size);
    expect({ apart, number, joined }).toEqual({ apart: 2, number: 4, joined: 3 });
  });

  test("has its title and language for screen readers", async () => {
    const text = (await drawReceipt(receipt("ko-KR", "커피"))).toString("latin1");
    expect(text).toContain("/Lang (ko-KR)");
    expect(text).toContain("/DisplayDocTitle true");
    expect(text).toContain("/Marked true");
  });

  test("shows the logo as decoration, without changing the text", async () => {
    const { bytes } = await redrawPicture(
      await plainPicture({ width: 600, height: 300 }, green).png().toBuffer(),
    );
    const pdf = Buffer.from(await draw(receipt("en", "Coffee"), bytes)).toString("latin1");
    expect(pdf).toMatch(/\/Subtype \/Image\b/);
    expect(pdf).toContain("/Width 200");
    expect((await drawReceipt(receipt("en", "Coffee"))).toString("latin1")).not.toContain("/Subtype /Image");
  });

  test("draws the first 64 fonts' characters, and boxes for those of more", async () => {
    const eachFile = Array.from({ length: 200 }, (_, at) => String.fromCodePoint(0x4e00 + at * 105)).join("");
    const { runsOf } = await fontsFor("ja", ["Bill of 杉本", eachFile]);
    const runs = runsOf(`Bill of 杉本${eachFile}`);
    expect(new Set(runs.map(({ font }) => font)).size).toBe(64);
    const drawn = runs.map(({ text }) => text).join("");
    expect(drawn.slice(0, 10)).toBe("Bill of 杉本");
    expect(drawn).toContain("□");
  });

  test("is the same file each time", async () => {
    const [first, second] = [
      await drawReceipt(receipt("ko", "커피")),
      await drawReceipt(receipt("ko", "커피")),
    ];
    expect(first.equals(second)).toBe(true);
  });

  test("links to its page, and has it as a code with a text", async () => {
    const text = (await drawReceipt(receipt("en", "Coffee"))).toString("latin1");
    expect(text).toContain("/URI (https://pay.shop.example/c/chk_1)");
    expect(text).toContain("/Alt (https://pay.shop.example/c/chk_1)");
  });

  test("shows its headline larger than any other text", async () => {
    const [content = ""] = contentsOf(await drawReceipt(receipt("en", "Coffee")));
    const sizes = [...content.matchAll(/\/F\d+ ([\d.]+) Tf/g)].map(([, size]) => Number(size));
    expect(sizes.filter((size) => size === Math.max(...sizes))).toEqual([34]);
  });

  test.each([
    ["Main St 1\nVAT DE1", 2],
    ["Corner Coffee Ltd.\n서울특별시 중구\nVAT KR-1", 3],
    ["Main St 1\n\n\u200b\nVAT DE1", 4],
  ])("keeps the lines of %j, also where the font changes", async (item, lines) => {
    const heights = lineHeights(await drawReceipt(receipt("en", item)));
    const single = lineHeights(await drawReceipt(receipt("en", "Main St 1 VAT DE1")));
    const between = (all: readonly number[]) => Math.min(...all) - Math.max(...all);
    expect(Math.round((between(single) - between(heights)) / 12)).toBe(lines - 1);
  });

  test("continues on another page when it has many rows", async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({ label: "Refunded", value: `${index}.00 USDC` }));
    const text = (await drawReceipt({ ...receipt("en", "Coffee"), groups: [rows] })).toString("latin1");
    expect(text.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
  });
});
