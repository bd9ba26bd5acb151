/** Who is paid: logo, or the name's first letter, and the name. */
export function MerchantMark({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  return (
    <>
      {logoUrl === null ? (
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center rounded-xl bg-ink font-semibold text-base text-card"
        >
          {[...name].slice(0, 1).join("").toUpperCase()}
        </span>
      ) : (
        // biome-ignore lint/performance/noImgElement: served by this service in its final size.
        <img src={logoUrl} alt="" width={36} height={36} className="size-9 shrink-0 rounded-xl" />
      )}
      <bdi className="wrap-anywhere line-clamp-2 min-w-0 font-medium text-base">{name}</bdi>
    </>
  );
}
