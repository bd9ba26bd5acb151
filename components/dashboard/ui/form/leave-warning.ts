"use client";

import { useEffect } from "react";

/** Clicks and history steps about which a form on the page has already asked. */
const answered = new WeakSet<Event>();

/** Forms with unsaved input on this page. */
let unsavedForms = 0;
/** The person has chosen to leave: the other forms don't ask again. */
let isLeaving = false;

/** Asks before a page with unsaved input is left, by a link, by the browser's Back or by closing it. */
export function useLeaveWarning(isUnsaved: boolean, question: string): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const unload = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };
    const press = (event: MouseEvent) => {
      if (!leaves(event) || answered.has(event)) return;
      answered.add(event);
      if (window.confirm(question)) isLeaving = true;
      else {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    };
    // A second entry for the page: Back leads to the first one, while the page is still there to ask.
    const page = location.href;
    if (!isSecondEntry(history.state)) history.pushState({ ...history.state, [mark]: true }, "");
    const entry = history.state;
    const back = (event: PopStateEvent) => {
      if (isLeaving || isSecondEntry(event.state) || answered.has(event)) return;
      answered.add(event);
      isLeaving = window.confirm(question);
      const isStillHere = location.href === page;
      // The router must not follow a step that is taken back, and has nothing to do for one within the page.
      if (!isLeaving || isStillHere) event.stopImmediatePropagation();
      if (!isLeaving) history.pushState(entry, "", page);
      else if (isStillHere) history.back();
    };
    unsavedForms += 1;
    addEventListener("beforeunload", unload);
    addEventListener("popstate", back, true);
    document.addEventListener("click", press, true);
    return () => {
      removeEventListener("beforeunload", unload);
      removeEventListener("popstate", back, true);
      document.removeEventListener("click", press, true);
      unsavedForms -= 1;
      if (unsavedForms > 0) return;
      isLeaving = false;
      // Saved: one Back leaves the page again.
      if (location.href === page && isSecondEntry(history.state)) history.back();
    };
  }, [isUnsaved, question]);
}

const mark = "unsavedPage";

function isSecondEntry(state: unknown): boolean {
  return typeof state === "object" && state !== null && mark in state;
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
