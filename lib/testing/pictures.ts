import { crc32, deflateSync } from "node:zlib";
import sharp, { type Create } from "sharp";

type Size = { width: number; height: number };

/** One colour, fully opaque. */
export function plainPicture({ width, height }: Size, background: Create["background"]) {
  return sharp({ create: { width, height, channels: 4, background } });
}

/** Random dots and transparency: nothing makes it small. */
export function noisePicture({ width, height }: Size) {
  const bytes = new Uint8Array(width * height * 4);
  for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return sharp(bytes, { raw: { width, height, channels: 4 } });
}

/** A PNG of a few kilobytes that unfolds into one bit for each of its pixels. */
export function bombPng({ width, height }: Size): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
