"use client";

import { CloudOff } from "lucide-react";
import { english } from "@/components/checkout/messages";
import { Notice } from "@/components/checkout/notice";
import { SingleCard } from "@/components/ui/single-card";

/** The server could not draw the page: says that money is safe, and tries again. */
export default function CheckoutTrouble({ retry }: { error: Error; retry: () => void }) {
  return (
    <SingleCard>
      <Notice icon={<CloudOff className="size-6" />} title={english.troubleTitle}>
        <p>{english.troubleHint}</p>
        <button type="button" onClick={() => retry()} className="button button-primary">
          {english.tryAgain}
        </button>
      </Notice>
    </SingleCard>
  );
}
