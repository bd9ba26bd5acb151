"use client";

import { PageTrouble } from "@/components/checkout/page-trouble";

export default function CheckoutTrouble(props: { error: Error; retry: () => void }) {
  return <PageTrouble {...props} area="checkout" />;
}
