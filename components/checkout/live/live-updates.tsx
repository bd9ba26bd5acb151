"use client";

import { type ReactNode, useEffect, useState } from "react";
import type { EmbedNews } from "@/components/checkout/embed/framed";
import { onDemand } from "@/lib/browser/on-demand";

/** Follows the checkout. The page was news when it came: it works before this code is there. */
export const LiveUpdates = onDemand(() => import("./follow-checkout"));

const Framed = onDemand(() => import("../embed/framed"));

/** Loads the code for frames only inside a frame of a shop's page. */
export function WhenFramed({ news, children }: { news: EmbedNews; children: ReactNode }) {
  const [isFramed, setFramed] = useState(false);
  useEffect(() => setFramed(window !== window.parent), []);
  if (!isFramed) return null;
  return (
    <>
      {children}
      <Framed {...news} />
    </>
  );
}
