"use client";

import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { EmbedNews } from "@/lib/browser/parent-link";

const Framed = lazy(() => import("./framed"));

/** In a frame of a shop's page there is more to do and to say, and only there the code for it is loaded. */
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
