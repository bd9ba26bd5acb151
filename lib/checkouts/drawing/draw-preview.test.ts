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

/** The rightmost pixel that differs from the paper, of the lines between two heights. */
function inkWidth(pixels: Buffer, from: number, to: number, end: number = previewSize.width): number {
  let most = 0;
  for (let y = from; y < to; y++)
    for (let x = 0; x < end; x++) {
      const at = (y * previewSize.width + x) * 3;
      if (pixels.readUIntBE(at, 3) !== 0xffffff) most = Math.max(most, x);
    }
  return most;
}

const [title, secondLine, thirdLine, price] = [
  [190, 270],
  [274, 354],
  [358, 440],
  [490, 570],
] as const;

describe("a link's picture", () => {
  it("draws the shop, the title and the price, and leaves the price out when there is none", async () => {
    const pixels = await previewPixels(coffee, "#0a7d4b");
    expect(pixels.length).toBe(1200 * 630 * 3);
    expect(pixels.readUIntBE(0, 3)).toBe(0x0a7d4b);
    expect(inkWidth(pixels, ...title)).toBeGreaterThan(300);
    expect(inkWidth(pixels, ...secondLine)).toBe(0);
    expect(inkWidth(pixels, ...price)).toBeGreaterThan(250);
    const unpriced = await previewPixels({ ...coffee, price: null }, "#0a7d4b");
    expect(inkWidth(unpriced, ...price, markPlace.left)).toBe(0);
    // The service's mark.
    expect(inkWidth(unpriced, ...price)).toBeGreaterThan(markPlace.left + 40);
  });

  it.each([
    ["words", "A very long title & <svg onload=1> ]]> ".repeat(2_000)],
    ["one word", "W".repeat(5_000)],
    ["Korean", "머그컵 두 개와 원두 한 봉지 선물 세트 ".repeat(100)],
  ])("keeps a long text of %s on three lines inside of the margins", async (_, text) => {
    const pixels = await previewPixels(
      { language: "ko", merchant: text, title: text, price: text },
      "#0a7d4b",
    );
    expect(inkWidth(pixels, ...price, markPlace.left)).toBeLessThan(markPlace.left - 20);
    for (const [from, to] of [title, secondLine, thirdLine, price]) {
      expect(inkWidth(pixels, from, to)).toBeGreaterThan(800);
      expect(inkWidth(pixels, from, to)).toBeLessThan(1_140);
    }
    expect(inkWidth(pixels, 590, 630)).toBe(0);
  });

  it("draws Korean letters, not the box of a missing one", async () => {
    const draw = (letter: string) => previewPixels({ ...coffee, language: "ko", title: letter }, "#0a7d4b");
    expect((await draw("가")).equals(await draw("나"))).toBe(false);
    // No font has these.
    expect((await draw("🎉")).equals(await draw("☕️"))).toBe(true);
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
