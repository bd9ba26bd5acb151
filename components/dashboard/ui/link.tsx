"use client";

import NextLink from "next/link";
import { usePathname } from "next/navigation";
import { type ComponentProps, useState } from "react";

type Props = Omit<ComponentProps<typeof NextLink>, "prefetch" | "onPointerEnter" | "onFocus">;

/** A link of the dashboard. A list has dozens, so a page is prefetched only once its link is hovered or focused. */
export function Link(props: Props) {
  const [isLikely, setLikely] = useState(false);
  const expectClick = () => setLikely(true);
  return (
    <NextLink
      {...props}
      prefetch={isLikely ? null : false}
      onPointerEnter={expectClick}
      onFocus={expectClick}
    />
  );
}

type TabsProps = { label: string; tabs: readonly { href: string; label: string; count?: string }[] };

/** Links between related pages; the open one is marked. A filter keeps its query. */
export function Tabs({ label, tabs }: TabsProps) {
  const path = usePathname();
  return (
    <nav aria-label={label} className="max-md:-mx-4 mb-6 overflow-x-auto border-line border-b max-md:px-4">
      <ul className="flex gap-5">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link
              href={tab.href}
              aria-current={tab.href.split("?")[0] === path ? "page" : undefined}
              className="-mb-px flex min-h-10 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 text-muted text-sm hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {tab.label}
              {tab.count !== undefined && <span className="caption">{tab.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
