"use client";

import { PageTrouble } from "@/components/checkout/page-trouble";

export default function RefundTrouble(props: { error: Error; retry: () => void }) {
  return <PageTrouble {...props} area="refund" />;
}
