/** A token's mark from this service; decoration beside its symbol, which is always written out. */
export function TokenMark({ iconUrl, className = "size-10" }: { iconUrl: string; className?: string }) {
  return (
    // biome-ignore lint/performance/noImgElement: an inert local SVG needs no optimiser.
    <img
      // Pictures may come only from the host that shows the page.
      src={new URL(iconUrl).pathname}
      alt=""
      width={40}
      height={40}
      className={`shrink-0 rounded-full ${className}`}
    />
  );
}
