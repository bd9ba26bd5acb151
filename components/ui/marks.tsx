import type { ReactNode } from "react";

/** A token's icon from this service; decoration beside its symbol, which is always written. */
export function TokenMark({ iconUrl, className = "size-10" }: { iconUrl: string; className?: string }) {
  const { pathname } = new URL(iconUrl);
  const coin = coins[pathname];
  if (coin !== undefined)
    return (
      <svg viewBox="0 0 32 32" className={`shrink-0 ${className}`} aria-hidden="true">
        <circle cx="16" cy="16" r="16" fill={coin.colour} />
        <path d={coin.path} fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
      </svg>
    );
  return (
    // biome-ignore lint/performance/noImgElement: an inert local SVG needs no optimiser.
    <img
      // Pictures may only load from the host that serves the page.
      src={pathname}
      alt=""
      width={40}
      height={40}
      className={`shrink-0 rounded-full ${className}`}
    />
  );
}

/** Those that nearly every page offers need no request. The same drawings as in public/tokens. */
const coins: Readonly<Record<string, { colour: string; path: string }>> = {
  "/tokens/usdc.svg": {
    colour: "#2a6fc9",
    path: "M10.2 7.9a10 10 0 0 0 0 16.2M21.8 7.9a10 10 0 0 1 0 16.2M19.6 12.6c-.7-1.2-2-1.8-3.6-1.8-2 0-3.5 1-3.5 2.6 0 3.6 7.2 1.6 7.2 5.2 0 1.6-1.6 2.6-3.7 2.6-1.7 0-3.1-.7-3.8-2M16 8.9v14.2",
  },
  "/tokens/usdt.svg": {
    colour: "#1f9a7a",
    path: "M9.5 9.5h13M16 9.8v14M7.6 15.6a8.4 2.5 0 1 0 16.8 0 8.4 2.5 0 1 0-16.8 0",
  },
};

/** A small icon for a network, drawn here; decoration beside its name, which is always written. */
export function NetworkMark({ chainId, className = "size-5" }: { chainId: number; className?: string }) {
  const [colour, drawing] = marks[chainId] ?? other;
  return (
    <svg viewBox="0 0 20 20" className={`shrink-0 ${className}`} aria-hidden="true">
      <rect width="20" height="20" rx="6" fill={colour} />
      {typeof drawing === "string" ? (
        <text x="10" y="14" textAnchor="middle" fontSize="11" fontWeight="700" fill="#fff">
          {drawing}
        </text>
      ) : (
        <g fill="none" stroke="#fff" strokeWidth="1.8" strokeLinejoin="round">
          {drawing}
        </g>
      )}
    </svg>
  );
}

/** The ground's colour, and what is on it: lines, or a letter. */
type Mark = readonly [colour: string, drawing: ReactNode];

const other: Mark = ["#4b5563", <circle key="" cx="10" cy="10" r="4" />];

const local: Mark = ["#4b5563", <path key="" d="M5.5 7.5h9v5.5h-9zM4 15h12" />];

const marks: Readonly<Record<number, Mark>> = {
  8453: [
    "#1b4dff",
    <g key="">
      <path d="M5 10h10" strokeLinecap="round" />
      <circle cx="10" cy="10" r="5.4" />
    </g>,
  ],
  137: ["#7a3fe4", <path key="" d="m10 4.6 4.7 2.7v5.4L10 15.4l-4.7-2.7V7.3z" />],
  42161: ["#21407a", <path key="" d="m5.6 14.6 4.4-9 4.4 9M8.2 14.6l1.8-3.7 1.8 3.7" />],
  1: ["#4a5bb5", "E"],
  10: ["#d11a2a", "O"],
  56: ["#8a6a00", "B"],
  43114: ["#c23b3b", "A"],
  42220: ["#2b6b4f", "C"],
  100: ["#3e6957", "G"],
  59144: ["#111827", "L"],
  534352: ["#8a5a2b", "S"],
  31337: local,
  31338: local,
};
