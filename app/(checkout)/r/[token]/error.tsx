"use client";

import { PageTrouble } from "@/components/checkout/page-trouble";
import { englishTrouble } from "@/components/refund/messages";

export default function RefundTrouble(props: { error: Error; retry: () => void }) {
  return <PageTrouble {...props} t={englishTrouble} />;
}
