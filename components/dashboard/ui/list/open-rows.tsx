"use client";

import { useRouter } from "next/navigation";
import type { MouseEvent, ReactNode } from "react";

const controls = "a, button, input, label, select, summary, textarea";

/**
 * A press anywhere in a row follows the row's first link, as a press of that link would: with a modifier or the middle
 * button in a new tab. The keyboard has the link itself. Text stays selectable: selecting it is no press.
 */
export function OpenRows({ children }: { children: ReactNode }) {
  const router = useRouter();
  const open = (event: MouseEvent<HTMLDivElement>) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest(controls) !== null || event.button > 1) return;
    const link = target.closest("tbody tr")?.querySelector<HTMLAnchorElement>("a[href]");
    if (link === undefined || link === null || getSelection()?.isCollapsed === false) return;
    if (event.button === 1 || event.metaKey || event.ctrlKey || event.shiftKey)
      window.open(link.href, "_blank", "noopener");
    else router.push(link.pathname + link.search);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each row's link does the same for the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <div onClick={open} onAuxClick={open} className="[&_tbody_tr]:cursor-pointer">
      {children}
    </div>
  );
}
