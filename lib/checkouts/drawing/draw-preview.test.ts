import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { drawPreview, logoPlace, markPlace, previewPixels } from "./draw-preview";
import { type PreviewTexts, previewSize } from "./drawing.rules";

const coffee: PreviewTexts = {
  language: "en",
  merchant: "Corner Coffee",
  title: "Flat white",
  price: "4.50 EUR",
};

const accent = 0x0a7d4b;
const draw = (texts: PreviewTexts) => previewPixels(texts, "#0a7d4b", true);

/** The rightmost pixel that differs from the ground, of the lines between two heights. */
function inkWidth(
  pixels: Buffer,
  from: number,
  to: number,
  ground = 0xffffff,
  end: number = previewSize.width,
): number {
  let most = 0;
  for (let y = from; y < to; y++)
    for (let x = 0; x < end; x++) {
      const at = (y * previewSize.width + x) * 3;
      if (pixels.readUIntBE(at, 3) !== ground) most = Math.max(most, x);
    }
  return most;
}

const [alone, firstLine, secondLine, thirdLine, price] = [
  [270, 350],
  [205, 255],
  [285, 335],
  [365, 430],
  [490, 600],
] as const;

describe("a link's picture", () => {
  it("draws the shop, a large title and the price on the accent, and a bar alone when there is no price", async () => {
    const pixels = await draw(coffee);
    expect(pixels.length).toBe(1200 * 630 * 3);
    expect(inkWidth(pixels, ...alone)).toBeGreaterThan(450);
    expect(inkWidth(pixels, 200, 240)).toBe(0);
    expect(inkWidth(pixels, ...price, accent, markPlace.left)).toBeGreaterThan(450);
    const without = await draw({ ...coffee, price: null });
    expect(inkWidth(without, ...price, 0xffffff, markPlace.left)).toBe(0);
    // The service's mark.
    expect(inkWidth(without, ...price)).toBeGreaterThan(markPlace.left + 40);
    expect(inkWidth(pixels, ...price, accent)).toBeGreaterThan(markPlace.left + 40);
    expect(without.readUIntBE(629 * 1200 * 3, 3)).toBe(accent);
  });

  it("has the shop's first letter where it has no logo", async () => {
    const pixels = await previewPixels(coffee, "#0a7d4b", false);
    const at = (x: number, y: number) => pixels.readUIntBE((y * previewSize.width + x) * 3, 3);
    const { left, top } = logoPlace;
    expect(at(left, top)).toBe(0x171717);
    const letter = Array.from({ length: 60 }, (_, index) => at(left + 30 + index, top + 60));
    expect(letter).toContain(0xffffff);
  });

  it.each([
    ["words", "A very long title & <svg onload=1> ]]> ".repeat(2_000)],
    ["one word", "W".repeat(5_000)],
    ["Korean", "머그컵 두 개와 원두 한 봉지 선물 세트 ".repeat(100)],
  ])("keeps a long text of %s on three lines inside of the margins", async (_, text) => {
    const pixels = await draw({ language: "ko", merchant: text, title: text, price: text });
    for (const [from, to, ground] of [
      firstLine,
      secondLine,
      thirdLine,
      [...price, accent] as const,
    ] as (readonly [number, number, number?])[]) {
      expect(inkWidth(pixels, from, to, ground)).toBeGreaterThan(800);
      expect(inkWidth(pixels, from, to, ground)).toBeLessThan(1_140);
    }
    expect(inkWidth(pixels, ...price, accent, markPlace.left)).toBeLessThan(markPlace.left - 20);
    expect(inkWidth(pixels, 610, 630, accent)).toBe(0);
  });

  it("begins at the right in Arabic", async () => {
    const pixels = await draw({ ...coffee, language: "ar-EG", title: "قهوة" });
    expect(inkWidth(pixels, ...alone, 0xffffff, previewSize.width / 2)).toBe(0);
    expect(inkWidth(pixels, ...alone)).toBeGreaterThan(previewSize.width - 100);
  });

  it("draws Korean letters, not the box of a missing one", async () => {
    const letterOf = (letter: string) => draw({ ...coffee, language: "ko", title: letter });
    expect((await letterOf("가")).equals(await letterOf("나"))).toBe(false);
    // No font has these.
    expect((await letterOf("🎉")).equals(await letterOf("☕️"))).toBe(true);
  });
});

it("becomes a PNG of the size that messengers want, with the logo in its corner", async () => {
  const { side, left, top } = logoPlace;
  const logo = await sharp({ create: { width: side, height: side, channels: 3, background: "#ff0000" } })
    .png()
    .toBuffer();
  const picture = await drawPreview(
    { kind: "preview", texts: coffee, accent: "#0a7d4b", logoDigest: null },
    logo,
  );
  expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  const { data } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const middle = ((top + side / 2) * previewSize.width + left + side / 2) * 3;
  expect([...data.subarray(middle, middle + 3)]).toEqual([255, 0, 0]);
});
