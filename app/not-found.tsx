import { SearchX } from "lucide-react";
import Link from "next/link";
import { Notice } from "@/components/checkout/notice";
import { SingleCard } from "@/components/ui/single-card";

export default function NotFound() {
  return (
    <SingleCard>
      <Notice icon={<SearchX className="size-6" />} title="Nothing here">
        <p>This address leads to no page.</p>
        <Link href="/" className="button button-secondary">
          To the start
        </Link>
      </Notice>
    </SingleCard>
  );
}
