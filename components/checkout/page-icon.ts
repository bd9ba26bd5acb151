import type { Metadata } from "next";

/** The merchant's logo as the tab's icon; the service's own without one. */
export function pageIcon(logoUrl: string | null): Pick<Metadata, "icons"> {
  // Pictures may only load from the host that serves the page.
  return logoUrl === null ? {} : { icons: { icon: new URL(logoUrl).pathname } };
}
