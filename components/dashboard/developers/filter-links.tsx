import Link from "next/link";

/** One of a few filters, each an address of its own. */
export function FilterLinks({
  label,
  links,
}: {
  label: string;
  links: readonly { href: string; label: string; isCurrent: boolean }[];
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 px-4 pb-3">
      {links.map(({ href, label: text, isCurrent }) => (
        <Link
          key={href}
          href={href}
          scroll={false}
          aria-current={isCurrent ? "true" : undefined}
          className="flex min-h-8 items-center rounded-lg px-3 text-muted text-sm hover:bg-well hover:text-ink aria-[current=true]:bg-well aria-[current=true]:font-medium aria-[current=true]:text-ink"
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
