"use client";

import { useEffect, useRef } from "react";

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

/** What a shop's page may know of the checkout in its dialog. */
export type EmbedNews = {
  checkoutId: string;
  /** The expired checkout that the customer continued with this one. */
  replaces: string | null;
  status: string;
  isPaid: boolean;
  /** Null until the checkout is paid. */
  successUrl: string | null;
};

export type ParentLink = {
  /** Whether the shop's page has answered, and so takes the customer back itself. */
  isAnswered(): boolean;
  tell(news: EmbedNews): void;
  /** The customer returns to the shop: after a payment to `successUrl`, before it by closing the dialog. */
  leave(): void;
  /** The customer closes the dialog. */
  close(): void;
  end(): void;
};

const type = "stablecoin-checkout:";

/**
 * Talks to `public/checkout.js` in the page that frames this one. That page answers an empty greeting, which reveals
 * its origin; only a window of that origin gets more. The policy's `frame-ancestors` has already decided which origins
 * may frame this page.
 *
 * @param self this page's window; another one in tests
 */
export function openParentLink(self: Window = window): ParentLink {
  const { parent } = self;
  let origin: string | null = null;
  let last: EmbedNews | null = null;

  const send = (what: string, more: object) => {
    if (origin !== null) parent.postMessage({ type: type + what, ...more }, origin);
  };
  const sendStatus = () => {
    if (last === null) return;
    const { checkoutId, replaces, status, isPaid } = last;
    send("status", { checkoutId, replaces, status, isPaid });
  };
  const close = () => {
    if (last !== null) send("close", { checkoutId: last.checkoutId });
  };
  const onMessage = ({ source, origin: from, data }: MessageEvent) => {
    // A page without an origin is called "null", and we cannot send messages to it alone.
    if (source !== parent || data?.type !== `${type}hello` || from === "null") return;
    origin = from;
    sendStatus();
  };

  self.addEventListener("message", onMessage);
  parent.postMessage({ type: `${type}ready` }, "*");
  return {
    isAnswered: () => origin !== null,
    tell: (news) => {
      last = news;
      sendStatus();
    },
    leave: () => {
      if (last?.isPaid === true) send("return", { checkoutId: last.checkoutId, successUrl: last.successUrl });
      else close();
    },
    close,
    end: () => self.removeEventListener("message", onMessage),
  };
}
