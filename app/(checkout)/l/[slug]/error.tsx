"use client";

import { PageTrouble } from "@/components/checkout/page-trouble";

export default function LinkTrouble(props: { error: Error; retry: () => void }) {
  return <PageTrouble {...props} area="checkout" />;
}
