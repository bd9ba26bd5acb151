import sharp from "sharp";

const side = 192;

type Point = { x: number; y: number };
/** How far a point is outside of a shape, in pixels; negative within. */
type Shape = (point: Point) => number;

const roundedBox =
  (center: Point, half: Point, radius: number): Shape =>
  ({ x, y }) => {
    const [dx, dy] = [Math.abs(x - center.x) - half.x + radius, Math.abs(y - center.y) - half.y + radius];
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  };
const ring =
  (center: Point, radius: number, halfWidth: number): Shape =>
  ({ x, y }) =>
    Math.abs(Math.hypot(x - center.x, y - center.y) - radius) - halfWidth;

const coffee = [0x6b, 0x3f, 0x24];
const milk = [0xfb, 0xf3, 0xe6];

/** A cup with its handle, a saucer, and two wisps of steam. */
const cup: readonly Shape[] = [
  roundedBox({ x: 86, y: 104 }, { x: 42, y: 34 }, 18),
  ring({ x: 128, y: 98 }, 17, 6),
  roundedBox({ x: 92, y: 150 }, { x: 56, y: 5 }, 5),
  roundedBox({ x: 72, y: 48 }, { x: 4, y: 13 }, 4),
  roundedBox({ x: 100, y: 42 }, { x: 4, y: 15 }, 4),
];

/** The mark of the demo's coffee shop: a PNG, as a merchant would upload one. */
export async function shopLogo(): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 3);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const outside = Math.min(...cup.map((shape) => shape({ x: x + 0.5, y: y + 0.5 })));
      // The edge goes over in one pixel.
      const share = Math.min(Math.max(0.5 - outside, 0), 1);
      for (const [channel, dark] of coffee.entries())
        pixels[(y * side + x) * 3 + channel] = dark + ((milk[channel] ?? 0) - dark) * share;
    }
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}
