"use client";

import { englishTrouble } from "@/components/checkout/messages";
import { PageTrouble } from "@/components/checkout/page-trouble";

export default function CheckoutTrouble(props: { error: Error; retry: () => void }) {
  return <PageTrouble {...props} t={englishTrouble} />;
}
