import type { ReactNode } from "react";

/** A token's icon from this service; decoration beside its symbol, which is always written. */
export function TokenMark({ iconUrl, className = "size-10" }: { iconUrl: string; className?: string }) {
  return (
    // biome-ignore lint/performance/noImgElement: an inert local SVG needs no optimiser.
    <img
      // Pictures may only load from the host that serves the page.
      src={new URL(iconUrl).pathname}
      alt=""
      width={40}
      height={40}
      className={`shrink-0 rounded-full ${className}`}
    />
  );
}

/** A small icon for a network, drawn here; decoration beside its name, which is always written. */
export function NetworkMark({ chainId, className = "size-5" }: { chainId: number; className?: string }) {
  return (
    <svg viewBox="0 0 20 20" className={`shrink-0 ${className}`} aria-hidden="true">
      {marks[chainId] ?? otherMark}
    </svg>
  );
}

const local = (
  <>
    <rect width="20" height="20" rx="6" fill="#4b5563" />
    <path d="M5.5 7.5h9v5.5h-9zM4 15h12" fill="none" stroke="#fff" strokeWidth="1.6" strokeLinejoin="round" />
  </>
);

const otherMark = (
  <>
    <rect width="20" height="20" rx="6" fill="#4b5563" />
    <circle cx="10" cy="10" r="4" fill="none" stroke="#fff" strokeWidth="1.8" />
  </>
);

const marks: Readonly<Record<number, ReactNode>> = {
  8453: (
    <>
      <rect width="20" height="20" rx="6" fill="#1b4dff" />
      <path d="M5 10h10" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <circle cx="10" cy="10" r="5.4" fill="none" stroke="#fff" strokeWidth="1.8" />
    </>
  ),
  137: (
    <>
      <rect width="20" height="20" rx="6" fill="#7a3fe4" />
      <path d="m10 4.6 4.7 2.7v5.4L10 15.4l-4.7-2.7V7.3z" fill="none" stroke="#fff" strokeWidth="1.8" />
    </>
  ),
  42161: (
    <>
      <rect width="20" height="20" rx="6" fill="#21407a" />
      <path d="m5.6 14.6 4.4-9 4.4 9M8.2 14.6l1.8-3.7 1.8 3.7" fill="none" stroke="#fff" strokeWidth="1.7" />
    </>
  ),
  31337: local,
  31338: local,
};
