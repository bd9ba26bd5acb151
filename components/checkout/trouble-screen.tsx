import { CloudOff } from "lucide-react";
import { SingleCard } from "@/components/ui/single-card";
import type { TroubleWords } from "@/lib/platform/i18n/trouble-words.rules";
import { RetryButton } from "./page-trouble";
import { Notice } from "./screen-parts";

/** An error screen. The server renders it with each page, because it can't later. */
export function TroubleScreen({ words }: { words: TroubleWords }) {
  return (
    <SingleCard>
      <Notice icon={<CloudOff className="size-6" />} title={words.title}>
        <p>{words.hint}</p>
        <RetryButton label={words.tryAgain} />
      </Notice>
    </SingleCard>
  );
}
