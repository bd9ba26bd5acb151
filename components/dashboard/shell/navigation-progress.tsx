"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { troubleWords } from "@/components/dashboard/messages/shell";

/** Most pages arrive sooner: nothing flickers for them. */
const patienceMs = 150;
/** By then the link was not followed, or never will be. */
const longestMs = 20_000;

/**
 * Shows that a page is loading. The server sends whole pages without skeletons, so that a missing page has its status,
 * and a page without scripts is complete.
 */
export function NavigationProgress() {
  const address = `${usePathname()}?${useSearchParams()}`;
  const [leaving, setLeaving] = useState<string | null>(null);
  const isBusy = leaving === address;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!(link instanceof HTMLAnchorElement) || !leadsElsewhere(link, event)) return;
      clearTimeout(timer);
      timer = setTimeout(() => setLeaving(address), patienceMs);
    };
    const stay = () => setLeaving(null);
    document.addEventListener("click", follow);
    // A page restored from the browser's cache must not show it.
    window.addEventListener("pageshow", stay);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("click", follow);
      window.removeEventListener("pageshow", stay);
    };
  }, [address]);

  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setLeaving(null), longestMs);
    return () => clearTimeout(timer);
  }, [isBusy]);

  useEffect(() => {
    const content = document.getElementById("content");
    content?.toggleAttribute("data-busy", isBusy);
    content?.setAttribute("aria-busy", `${isBusy}`);
  }, [isBusy]);

  return (
    // Outside the flow: its parent is a grid.
    <div role="status" className="fixed inset-x-0 top-0 z-30">
      {isBusy && (
        <>
          <span className="sr-only">{troubleWords.loading}</span>
          <span aria-hidden="true" className="block h-0.5 animate-pulse bg-accent" />
        </>
      )}
    </div>
  );
}

/** A link to another page of ours, in this window. */
function leadsElsewhere(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return false;
  // A dialog opens in this page.
  if (link.getAttribute("aria-haspopup") === "dialog") return false;
  // A download leaves this page open.
  if (link.pathname.startsWith("/api/")) return false;
  return link.pathname !== location.pathname || link.search !== location.search;
}
