"use client";

import { useEffect } from "react";

const yearSeconds = 31_536_000;

/** Notes which project is open, so that the dashboard begins there the next time. */
export function RememberProject({ projectId }: { projectId: string }) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet.
    document.cookie = `project=${projectId}; path=/dashboard; max-age=${yearSeconds}; samesite=lax`;
  }, [projectId]);
  return null;
}
