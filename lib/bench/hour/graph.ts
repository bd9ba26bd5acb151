import type { Sample } from "./sample";

type Series = { name: string; color: string; value(sample: Sample): number | undefined };
type Panel = { title: string; top: number; series: readonly Series[] };

const [width, height, left, right, above] = [860, 170, 60, 150, 34];
const bottom = 24;

/** Memory, latency and the machine's load over the run, as an SVG of its own. */
export function drawGraph(samples: readonly Sample[]): string {
  const megabytes = (bytes: number) => bytes / 2 ** 20;
  const panels: Omit<Panel, "top">[] = [
    {
      title: "Memory of the server, MB",
      series: [
        { name: "resident", color: "#1d4ed8", value: ({ rssBytes }) => megabytes(rssBytes) },
        { name: "heap in use", color: "#93c5fd", value: ({ heapBytes }) => megabytes(heapBytes) },
      ],
    },
    {
      title: "Latency of requests, p95, ms",
      series: [
        { name: "create", color: "#b45309", value: ({ latencies }) => latencies.create?.p95 },
        { name: "GET /c/:id", color: "#0f766e", value: ({ latencies }) => latencies.poll?.p95 },
        { name: "PAID → webhook", color: "#a21caf", value: ({ latencies }) => latencies.tell?.p95 },
      ],
    },
    {
      title: "Block mined → DETECTED and PAID, p95, ms",
      series: [
        { name: "DETECTED", color: "#0369a1", value: ({ latencies }) => latencies.detect?.p95 },
        { name: "PAID", color: "#15803d", value: ({ latencies }) => latencies.paid?.p95 },
      ],
    },
    {
      title: "Load average of the machine",
      series: [{ name: "load", color: "#6b7280", value: ({ loadAverage }) => loadAverage }],
    },
  ];
  const drawn = panels.map((panel, index) => drawPanel({ ...panel, top: index * height }, samples));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${panels.length * height + 20}" font-family="sans-serif" font-size="12" fill="#374151">`,
    "<title>Memory, latency and load over the run</title>",
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}

function drawPanel({ title, top, series }: Panel, samples: readonly Sample[]): string {
  const values = series.flatMap(({ value }) => samples.map(value)).filter((value) => value !== undefined);
  const highest = roundUp(Math.max(1, ...values));
  const seconds = samples.at(-1)?.seconds ?? 1;
  const x = (at: number) => (left + (at / seconds) * (width - left - right)).toFixed(1);
  const y = (value: number) => (top + above + (1 - value / highest) * (height - above - bottom)).toFixed(1);
  const grid = [0, highest / 2, highest].map(
    (value) =>
      `<path d="M${left} ${y(value)}H${width - right}" stroke="#e5e7eb"/><text x="${left - 8}" y="${Number(y(value)) + 4}" text-anchor="end">${value.toLocaleString("en")}</text>`,
  );
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<text x="${x(share * seconds)}" y="${top + height - 6}" text-anchor="middle">${((share * seconds) / 60).toFixed(seconds < 600 ? 1 : 0)} min</text>`,
  );
  const lines = series.map(({ name, color, value }, index) => {
    const points = samples.flatMap((sample) => {
      const shown = value(sample);
      return shown === undefined ? [] : [`${x(sample.seconds)},${y(shown)}`];
    });
    const legend = `<text x="${width - right + 12}" y="${top + above + 12 + index * 18}" fill="${color}">${name}</text>`;
    return `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${points.join(" ")}"/>${legend}`;
  });
  return [
    `<text x="${left}" y="${top + 22}" font-weight="bold">${title}</text>`,
    ...grid,
    ...ticks,
    ...lines,
  ].join("\n");
}

/** The next number of the form 1, 2, 4, 6, 8 or 10 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 6, 8].find((step) => step * power >= value) ?? 10) * power;
}
