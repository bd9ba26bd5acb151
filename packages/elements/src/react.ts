"use client";

import {
  createElement,
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactElement,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
} from "react";
import type { CheckoutNews, StablecoinCheckoutElement } from "./element.js";
import "./element.js";

export type { CheckoutNews, StablecoinCheckoutElement } from "./element.js";

type ElementAttributes = {
  /** The service's origin, such as `https://pay.example.com`. */
  origin: string;
  /** This or `url`; without both the button is disabled. */
  "checkout-id"?: string | undefined;
  /** The `checkoutUrl` that your server received. */
  url?: string | undefined;
  /** "redirect" leaves the shop's page; the default is a dialog over it. */
  mode?: "dialog" | "redirect" | undefined;
  disabled?: boolean | undefined;
};

export type StablecoinCheckoutProps = Omit<ElementAttributes, "checkout-id"> &
  HTMLAttributes<StablecoinCheckoutElement> & {
    /** This or `url`; without both the button is disabled. */
    checkoutId?: string | undefined;
    /** For its methods `open()` and `close()`. */
    ref?: Ref<StablecoinCheckoutElement | null> | undefined;
    onStatus?: ((news: CheckoutNews) => void) | undefined;
    /** With it the customer stays in your page after the payment; without it they go to the `successUrl`. */
    onPaid?: ((news: CheckoutNews) => void) | undefined;
    onClose?: ((news: CheckoutNews) => void) | undefined;
  };

/** The element `<stablecoin-checkout>` with its events as props. What they report is a hint, as everywhere in a page. */
export function StablecoinCheckout(props: StablecoinCheckoutProps): ReactElement {
  const { checkoutId, ref, onStatus, onPaid, onClose, ...attributes } = props;
  const own = useRef<StablecoinCheckoutElement>(null);
  useImperativeHandle<StablecoinCheckoutElement | null, StablecoinCheckoutElement | null>(
    ref,
    () => own.current,
    [],
  );
  // React doesn't attach a custom element's own events when it hydrates the server's page.
  useEffect(() => {
    const stop = new AbortController();
    const listen = (name: keyof typeof handlers) =>
      own.current?.addEventListener(
        `checkout:${name}`,
        (event) => {
          const handler = handlers[name];
          if (handler === undefined) return;
          event.preventDefault();
          handler(event.detail);
        },
        stop,
      );
    const handlers = { status: onStatus, paid: onPaid, close: onClose };
    listen("status");
    listen("paid");
    listen("close");
    return () => stop.abort();
  });
  return createElement("stablecoin-checkout", { ...attributes, "checkout-id": checkoutId, ref: own });
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "stablecoin-checkout": DetailedHTMLProps<
        HTMLAttributes<StablecoinCheckoutElement>,
        StablecoinCheckoutElement
      > &
        ElementAttributes;
    }
  }
}
