"use client";

import { useEffect, useRef } from "react";
import { type EmbedNews, openParentLink, type ParentLink } from "@/lib/browser/parent-link";

/** In a frame: reports the payment's progress to the shop's page, and adds ways back to it. */
export default function Framed({ checkoutId, replaces, status, isPaid, successUrl }: EmbedNews) {
  const link = useRef<ParentLink>(null);

  useEffect(() => {
    const opened = openParentLink();
    link.current = opened;
    const onClick = (event: MouseEvent) => {
      const way = event.target instanceof Element ? event.target.closest("a[target=_top]") : null;
      // Without an answer from the shop's page, such a link navigates the whole tab.
      if (way === null || !opened.isAnswered()) return;
      event.preventDefault();
      opened.leave();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && document.querySelector("dialog[open]") === null) opened.close();
    };
    document.addEventListener("click", onClick, true);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("click", onClick, true);
      document.removeEventListener("keydown", onKey);
      opened.end();
    };
  }, []);

  // After the effect above, which opens the connection.
  useEffect(() => {
    link.current?.tell({ checkoutId, replaces, status, isPaid, successUrl });
  }, [checkoutId, replaces, status, isPaid, successUrl]);

  return null;
}
