/** A line from one point to another, in pixels, y downwards. */
export type Edge = readonly [x0: number, y0: number, x1: number, y1: number];

type Command = { command: string; args: readonly number[] };

/** Straight pieces of a curve: none is longer than a few pixels in a preview's sizes. */
const pieces = 8;

/** An outline's edges. `place` maps a font's point to pixels. */
export function edgesOf(
  commands: readonly Command[],
  place: (x: number, y: number) => [number, number],
): Edge[] {
  const edges: Edge[] = [];
  let start: [number, number] = [0, 0];
  let at = start;
  const line = (to: [number, number]) => {
    edges.push([at[0], at[1], to[0], to[1]]);
    at = to;
  };
  for (const { command, args } of commands) {
    if (command === "closePath") {
      line(start);
      continue;
    }
    const points: [number, number][] = [];
    for (let index = 0; index + 1 < args.length; index += 2)
      points.push(place(args[index] ?? 0, args[index + 1] ?? 0));
    const last = points.at(-1);
    if (last === undefined) continue;
    if (command === "moveTo") [start, at] = [last, last];
    else {
      const curve: [number, number][] = [at, ...points];
      const steps = curve.length === 2 ? 1 : pieces;
      for (let step = 1; step <= steps; step++) line(pointOf(curve, step / steps));
    }
  }
  return edges;
}

/** A point of a Bézier curve of any degree, by de Casteljau. */
function pointOf(curve: readonly [number, number][], share: number): [number, number] {
  let points = [...curve];
  while (points.length > 1)
    points = points.slice(1).map(([x, y], index) => {
      const [fromX, fromY] = points[index] ?? [x, y];
      return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
    });
  return points[0] ?? [0, 0];
}

/** Lines of samples in a pixel's height. */
const samples = 4;

/** How much of each pixel the outlines cover, from 0 to 1, by the non-zero rule. */
export function coverage(edges: readonly Edge[], width: number, height: number): Float32Array {
  const cover = new Float32Array(width * height);
  const rows: { x: number; turn: number }[][] = Array.from({ length: height * samples }, () => []);
  for (const [x0, y0, x1, y1] of edges) {
    if (y0 === y1) continue;
    const turn = y0 < y1 ? 1 : -1;
    const [top, bottom] = y0 < y1 ? [y0, y1] : [y1, y0];
    const first = Math.max(0, Math.ceil(top * samples - 0.5));
    const last = Math.min(rows.length - 1, Math.ceil(bottom * samples - 0.5) - 1);
    for (let row = first; row <= last; row++)
      rows[row]?.push({ x: x0 + ((x1 - x0) * ((row + 0.5) / samples - y0)) / (y1 - y0), turn });
  }
  rows.forEach((crossings, row) => {
    crossings.sort((a, b) => a.x - b.x);
    let winding = 0;
    crossings.forEach(({ x, turn }, index) => {
      if (winding !== 0) paint(crossings[index - 1]?.x ?? x, x, Math.floor(row / samples));
      winding += turn;
    });
  });
  return cover;

  function paint(from: number, to: number, row: number): void {
    const [left, right] = [Math.max(0, from), Math.min(width, to)];
    for (let column = Math.floor(left); column < right; column++) {
      const part = Math.min(right, column + 1) - Math.max(left, column);
      const pixel = row * width + column;
      cover[pixel] = Math.min(1, (cover[pixel] ?? 0) + part / samples);
    }
  }
}
