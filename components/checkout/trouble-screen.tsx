import { CloudOff } from "@/components/ui/icons";
import { SingleCard } from "@/components/ui/single-card";
import { RetryButton } from "./page-trouble";
import { Notice } from "./screen-parts";

type Props = { words: { title: string; hint: string; tryAgain: string } };

/** An error screen. The server renders it with each page, because it can't later. */
export function TroubleScreen({ words }: Props) {
  return (
    <SingleCard>
      <Notice icon={<CloudOff className="size-6" />} title={words.title}>
        <p>{words.hint}</p>
        <RetryButton label={words.tryAgain} />
      </Notice>
    </SingleCard>
  );
}
