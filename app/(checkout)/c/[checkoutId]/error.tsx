"use client";

import { CloudOff } from "lucide-react";
import { useEffect } from "react";
import { englishTrouble as t } from "@/components/checkout/messages";
import { Notice } from "@/components/checkout/notice";
import { SingleCard } from "@/components/ui/single-card";

const retryMs = 5_000;

/** The server could not draw the page: says that money is safe, and tries again, also by itself. */
export default function CheckoutTrouble({ error, retry }: { error: Error; retry: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed attempt is a new error, and waits anew.
  useEffect(() => {
    const timer = setTimeout(retry, retryMs);
    return () => clearTimeout(timer);
  }, [error, retry]);
  return (
    <SingleCard>
      <Notice icon={<CloudOff className="size-6" />} title={t.troubleTitle}>
        <p>{t.troubleHint}</p>
        <button type="button" onClick={() => retry()} className="button button-primary">
          {t.tryAgain}
        </button>
      </Notice>
    </SingleCard>
  );
}
