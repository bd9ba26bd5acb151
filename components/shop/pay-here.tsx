"use client";

import { useState } from "react";

/** The global that `public/checkout.js` adds to the shop's page. */
type CheckoutScript = { open(options: { url: string; origin: string }): void };

/** The same order, paid in a dialog over the shop's page. If the script is blocked, "Buy" opens the page. */
export function PayHere({ payOrigin }: { payOrigin: string }) {
  const [state, setState] = useState<"idle" | "ordering" | "failed">("idle");

  const order = async () => {
    setState("ordering");
    try {
      const answer = await fetch("/api/shop/orders", {
        method: "POST",
        headers: { accept: "application/json" },
      });
      if (!answer.ok || answer.redirected) throw new Error(`answered ${answer.status}`);
      const { checkoutUrl } = (await answer.json()) as { checkoutUrl: string };
      const script = Reflect.get(window, "StablecoinCheckout") as CheckoutScript | undefined;
      if (script === undefined) window.location.assign(checkoutUrl);
      // Once paid, the customer goes to the order's page: the checkout's successUrl.
      else script.open({ url: checkoutUrl, origin: payOrigin });
      setState("idle");
    } catch {
      setState("failed");
    }
  };

  return (
    <>
      <script src="/checkout.js" async />
      <button
        type="button"
        disabled={state === "ordering"}
        onClick={() => void order()}
        className="button button-secondary scripted mt-3"
      >
        Pay here
      </button>
      <p role="alert" className="mt-3 text-bad text-sm empty:hidden">
        {state === "failed" && "We couldn't open the checkout. Please try again in a moment."}
      </p>
    </>
  );
}
