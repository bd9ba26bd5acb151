"use client";

import { useEffect } from "react";

const yearSeconds = 31_536_000;

/** Remembers the open project, so that the dashboard starts there next time. */
export function RememberProject({ projectId }: { projectId: string }) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet.
    document.cookie = `project=${projectId}; path=/dashboard; max-age=${yearSeconds}; samesite=lax`;
  }, [projectId]);
  return null;
}
