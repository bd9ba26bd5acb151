/** Who is paid: the name's first letter, a logo over it, and the name. A logo that does not come leaves the letter. */
export function MerchantMark({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  return (
    <>
      <span className="relative grid size-9 shrink-0 place-items-center overflow-hidden rounded-xl bg-ink font-semibold text-base text-card">
        <span aria-hidden="true">{[...name].slice(0, 1).join("").toUpperCase()}</span>
        {logoUrl !== null && (
          // biome-ignore lint/performance/noImgElement: served by this service in its final size.
          <img
            // From whichever host shows the page: it may load pictures from no other.
            src={new URL(logoUrl).pathname}
            alt=""
            width={36}
            height={36}
            className="absolute inset-0 size-full object-contain"
          />
        )}
      </span>
      <bdi className="wrap-anywhere line-clamp-2 min-w-0 font-medium text-base">{name}</bdi>
    </>
  );
}
