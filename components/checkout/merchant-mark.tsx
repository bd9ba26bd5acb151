/** Who is paid: logo, or the name's first letter, and the name. */
export function MerchantMark({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  return (
    <>
      {logoUrl === null ? (
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center rounded-xl bg-ink font-semibold text-base text-card"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
      ) : (
        // biome-ignore lint/performance/noImgElement: served by this service in its final size.
        <img src={logoUrl} alt="" width={36} height={36} className="size-9 rounded-xl" />
      )}
      <bdi className="min-w-0 truncate font-medium text-base">{name}</bdi>
    </>
  );
}
