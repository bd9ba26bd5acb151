"use client";

import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { EmbedNews } from "@/lib/browser/parent-link";

const Framed = lazy(() => import("./framed"));

/** Loads the code for frames only inside a frame of a shop's page. */
export function WhenFramed({ news, children }: { news: EmbedNews; children: ReactNode }) {
  const [isFramed, setFramed] = useState(false);
  useEffect(() => setFramed(window !== window.parent), []);
  if (!isFramed) return null;
  return (
    <>
      {children}
      <Suspense>
        <Framed {...news} />
      </Suspense>
    </>
  );
}
