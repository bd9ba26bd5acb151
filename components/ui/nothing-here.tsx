import { SearchX } from "lucide-react";
import { Notice } from "@/components/checkout/screen-parts";
import { SingleCard } from "@/components/ui/single-card";

/** The page for an unknown URL. */
export function NothingHere() {
  return (
    <SingleCard>
      <Notice icon={<SearchX className="size-6" />} title="Nothing here">
        <p>This address leads to no page.</p>
        {/* No next/link: every page includes this one, and would load it. */}
        <a href="/" className="button button-secondary">
          To the start
        </a>
      </Notice>
    </SingleCard>
  );
}
