"use client";

import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import type { EmbedNews } from "@/components/checkout/embed/framed";
import { onDemand } from "@/lib/browser/on-demand";
import { onceSettled } from "@/lib/browser/settled";

const FollowCheckout = onDemand(() => import("./follow-checkout"));

/** A page that came just now is news. */
const newsMs = 2_000;

/** Follows the checkout once the page has settled. */
export function LiveUpdates(props: ComponentProps<typeof FollowCheckout>) {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => onceSettled(() => setSettled(true), newsMs), []);
  return isSettled && <FollowCheckout {...props} />;
}

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
