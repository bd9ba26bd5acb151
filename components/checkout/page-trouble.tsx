"use client";

import { CloudOff } from "lucide-react";
import { createContext, type ReactNode, use, useEffect } from "react";
import { SingleCard } from "@/components/ui/single-card";
import type { TroubleWords } from "@/lib/platform/i18n/trouble-words.rules";
import { Notice } from "./screen-parts";

const retryMs = 5_000;

type Area = "checkout" | "refund";
const WordsContext = createContext<Record<Area, TroubleWords> | null>(null);

/** Passes the page's language to the error screen, from above everything that may fail. */
export function TroubleProvider(props: { words: Record<Area, TroubleWords>; children: ReactNode }) {
  return <WordsContext value={props.words}>{props.children}</WordsContext>;
}

type Props = { error: Error; retry: () => void; area: Area };

/** The server failed to render the page: says that money is safe, and retries, also automatically. */
export function PageTrouble({ error, retry, area }: Props) {
  const words = use(WordsContext)?.[area];
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed attempt is a new error, and waits anew.
  useEffect(() => {
    const timer = setTimeout(retry, retryMs);
    return () => clearTimeout(timer);
  }, [error, retry]);
  return (
    <SingleCard>
      <Notice icon={<CloudOff className="size-6" />} title={words?.title ?? ""}>
        <p>{words?.hint}</p>
        <button type="button" onClick={() => retry()} className="button button-primary">
          {words?.tryAgain}
        </button>
      </Notice>
    </SingleCard>
  );
}
