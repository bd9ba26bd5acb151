import { Notice } from "@/components/checkout/screen-parts";
import { SearchX } from "@/components/ui/icons";
import { SingleCard } from "@/components/ui/single-card";

const english = {
  title: "Page not found",
  text: "Check the address, or start again from home.",
  home: "Go to home",
};

/** The page for an unknown URL. */
export function NothingHere({ words = english }: { words?: typeof english }) {
  return (
    <SingleCard>
      <Notice icon={<SearchX className="size-6" />} title={words.title}>
        <p>{words.text}</p>
        {/* No next/link: this page is part of every other, and would bring it along. */}
        <a href="/" className="button button-secondary">
          {words.home}
        </a>
      </Notice>
    </SingleCard>
  );
}
