import { SearchX } from "lucide-react";
import { Notice } from "@/components/checkout/screen-parts";
import { SingleCard } from "@/components/ui/single-card";

/** The page for an unknown URL. */
export function NothingHere() {
  return (
    <SingleCard>
      <Notice icon={<SearchX className="size-6" />} title="Page not found">
        <p>Check the address, or start again from home.</p>
        {/* No next/link: this page is part of every other, and would bring it along. */}
        <a href="/" className="button button-secondary">
          Go to home
        </a>
      </Notice>
    </SingleCard>
  );
}
