import { encode } from "uqr";

/** A QR code as one path, rendered on the server if it is there from the start: no picture to load. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const { data, size } = encode(content, { ecc: "M", border: 3 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="fixed-colors aspect-square w-full rounded-2xl border border-line bg-qr-ground"
    >
      <path d={path} className="fill-qr-ink" />
    </svg>
  );
}
