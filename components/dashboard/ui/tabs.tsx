"use client";

import { usePathname } from "next/navigation";
import { Link } from "@/components/dashboard/ui/link";

type Props = { label: string; tabs: readonly { href: string; label: string; count?: string }[] };

/** Links between related pages; the open one is marked. A filter keeps its query. */
export function Tabs({ label, tabs }: Props) {
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
