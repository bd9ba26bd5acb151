"use client";

import { useEffect } from "react";

/** Presses that one form on the page has asked about. */
const answered = new WeakSet<Event>();

/** Asks before a page with unsaved input is left, by a link or by closing it. */
export function useLeaveWarning(isUnsaved: boolean, question: string): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    const press = (event: MouseEvent) => {
      if (!leaves(event) || answered.has(event)) return;
      answered.add(event);
      if (window.confirm(question)) removeEventListener("beforeunload", unload);
      else {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    };
    addEventListener("beforeunload", unload);
    document.addEventListener("click", press, true);
    return () => {
      removeEventListener("beforeunload", unload);
      document.removeEventListener("click", press, true);
    };
  }, [isUnsaved, question]);
}

/** A press of a link that replaces the page: no new tab, no file, no place on the same page. */
function leaves({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest("a") : null;
  if (link === null || link.href === "" || link.target === "_blank" || link.hasAttribute("download"))
    return false;
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false;
  const { pathname, search, origin } = new URL(link.href);
  return origin !== location.origin || pathname !== location.pathname || search !== location.search;
}
