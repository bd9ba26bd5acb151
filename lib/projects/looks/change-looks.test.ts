import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { bombPng, noisePicture, plainPicture } from "@/lib/testing/pictures";
import { PictureRefused, redrawPicture } from "./change-looks";

const green = { r: 10, g: 125, b: 75, alpha: 1 };

const small = { width: 40, height: 20 };

const png = () => plainPicture(small, green).png().toBuffer();

const refused = (file: Uint8Array) => expect(redrawPicture(file)).rejects.toThrow(PictureRefused);

/** What someone sees in the middle of it. */
async function middle(bytes: Uint8Array): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [...data.subarray(at, at + 3)];
}

describe("a picture", () => {
  test.each(["png", "jpeg", "webp"] as const)(
    "as %s is redrawn, and named by its content",
    async (format) => {
      const { bytes, digest, mediaType } = await redrawPicture(
        await plainPicture(small, green).toFormat(format).toBuffer(),
      );
      const { format: drawn, width, height } = await sharp(bytes).metadata();
      expect([drawn, width, height, mediaType]).toEqual(["webp", 40, 40, "image/webp"]);
      expect(digest).toBe(createHash("sha256").update(bytes).digest("hex"));
      const color = await middle(bytes);
      for (const [place, value] of [10, 125, 75].entries())
        expect(Math.abs((color[place] ?? 0) - value)).toBeLessThan(4);
    },
  );

  test("larger than its display size is reduced, with white beside and behind it", async () => {
    const wide = plainPicture({ width: 2_000, height: 1_000 }, { ...green, alpha: 0 });
    const { bytes } = await redrawPicture(await wide.png().toBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 512, height: 512, hasAlpha: false });
    expect((await sharp(bytes).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  test("of pure noise is still small enough to serve", async () => {
    const { bytes } = await redrawPicture(
      await noisePicture({ width: 600, height: 600 }).webp({ quality: 30, alphaQuality: 10 }).toBuffer(),
    );
    expect(bytes.length).toBeLessThanOrEqual(256 * 1024);
  });

  test("loses its metadata about place and author, and is rotated upright", async () => {
    const file = await plainPicture(small, green)
      .withExif({ IFD0: { Copyright: "a private name" }, IFD3: { GPSLatitude: "52/1 31/1 12/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(file).metadata()).exif?.includes("a private name")).toBe(true);
    const { bytes } = await redrawPicture(file);
    const { exif, xmp, orientation, width, height } = await sharp(bytes).metadata();
    expect({ exif, xmp, orientation, width, height }).toEqual({ width: 40, height: 40 });
    // It was 40 wide and 20 high, and lay on its side.
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
    expect([redAt(20, 1) < 60, redAt(1, 20) > 200]).toEqual([true, true]);
    expect(Buffer.from(bytes).includes("private")).toBe(false);
  });

  test("with a colour profile is converted to sRGB, without the profile", async () => {
    const { data, info } = await plainPicture(small, { r: 200, g: 60, b: 60, alpha: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const inP3 = await sharp(data, { raw: { ...small, channels: info.channels } })
      .withIccProfile("p3", { attach: true })
      .png()
      .toBuffer();
    expect((await sharp(inP3).metadata()).hasProfile).toBe(true);
    const { bytes } = await redrawPicture(inP3);
    expect((await sharp(bytes).metadata()).hasProfile).toBe(false);
    const [red = 0, other = 0] = await middle(bytes);
    expect([Math.abs(red - 200) < 4, Math.abs(other - 60) < 4]).toEqual([true, true]);
  });

  test("for printers is converted to sRGB", async () => {
    const cmyk = await plainPicture(small, green).removeAlpha().toColourspace("cmyk").jpeg().toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe("cmyk");
    const { bytes } = await redrawPicture(cmyk);
    expect((await sharp(bytes).metadata()).space).toBe("srgb");
  });

  test("that is animated shows its first frame", async () => {
    const frames = await Promise.all(
      [green, { r: 255, g: 0, b: 0, alpha: 1 }].map((color) => plainPicture(small, color).png().toBuffer()),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const { bytes } = await redrawPicture(moving);
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
    expect(await middle(bytes)).toEqual([10, 125, 75]);
  });
});

describe("hidden content in a file", () => {
  test("is dropped: a page after the picture, and one inside it", async () => {
    const page = Buffer.from("<!doctype html><script>alert(1)</script>");
    const commented = await plainPicture(small, green)
      .withExif({ IFD0: { Copyright: String(page) } })
      .jpeg()
      .toBuffer();
    for (const file of [Buffer.concat([await png(), page]), Buffer.concat([commented, page])])
      expect(Buffer.from((await redrawPicture(file)).bytes).includes("script")).toBe(false);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  test.each([
    ["nothing", ""],
    ["an SVG", svg],
    ["an SVG as XML", `<?xml version="1.0"?>${svg}`],
    ["an SVG after a PNG's first bytes", `\x89PNG\r\n\x1a\n${svg}`],
    ["an SVG after a JPEG's first bytes", `\xff\xd8\xff${svg}`],
    ["an SVG after a WebP's first bytes", `RIFF\x40\x00\x00\x00WEBP${svg}`],
    ["a page", "<!doctype html><title>logo.png</title>"],
    [
      "a GIF",
      "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;",
    ],
    ["a PDF", "%PDF-1.7\n"],
    ["a TIFF", "II*\x00\x08\x00\x00\x00"],
  ])("is refused: %s", (_, file) => refused(Buffer.from(file, "latin1")));

  test("is refused: a picture after other content", async () =>
    refused(Buffer.concat([Buffer.from("<html>"), await png()])));

  test.each(["png", "jpeg", "webp"] as const)("is refused: a truncated %s", async (format) => {
    const whole = await noisePicture({ width: 64, height: 64 }).toFormat(format).toBuffer();
    await refused(whole.subarray(0, Math.floor(whole.length / 2)));
  });

  test("is refused: a small file that expands to a hundred million pixels", async () => {
    const bomb = bombPng({ width: 10_000, height: 10_000 });
    expect(bomb.length).toBeLessThan(64 * 1024);
    await expect(redrawPicture(bomb)).rejects.toThrow("It has more than 16,777,216 pixels.");
  });

  test.each([
    [1, 16_000_000],
    [8_193, 1],
  ])("is refused before it is unfolded: a line of %d × %d pixels", async (width, height) => {
    await expect(redrawPicture(bombPng({ width, height }))).rejects.toThrow(
      "It's wider or higher than 8,192 pixels.",
    );
    expect((await redrawPicture(bombPng({ width: 1, height: 8_192 }))).mediaType).toBe("image/webp");
  });
});

test("is refused in words where the picture library doesn't run", async () => {
  const file = await png();
  vi.resetModules();
  vi.doMock("sharp", () => {
    throw new Error("Prebuilt binaries require a newer processor");
  });
  onTestFinished(() => {
    vi.doUnmock("sharp");
    vi.resetModules();
  });
  const looks = await import("./change-looks");
  await expect(looks.redrawPicture(file)).rejects.toThrow("This server can't read pictures.");
});
