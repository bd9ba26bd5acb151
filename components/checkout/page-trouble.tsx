"use client";

import { CloudOff } from "lucide-react";
import { useEffect } from "react";
import { SingleCard } from "@/components/ui/single-card";
import { Notice } from "./notice";

const retryMs = 5_000;

type Props = { error: Error; retry: () => void; t: { title: string; hint: string; tryAgain: string } };

/** The server could not draw the page: says that money is safe, and tries again, also by itself. */
export function PageTrouble({ error, retry, t }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed attempt is a new error, and waits anew.
  useEffect(() => {
    const timer = setTimeout(retry, retryMs);
    return () => clearTimeout(timer);
  }, [error, retry]);
  return (
    <SingleCard>
      <Notice icon={<CloudOff className="size-6" />} title={t.title}>
        <p>{t.hint}</p>
        <button type="button" onClick={() => retry()} className="button button-primary">
          {t.tryAgain}
        </button>
      </Notice>
    </SingleCard>
  );
}
