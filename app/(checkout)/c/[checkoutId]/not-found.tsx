import { SearchX } from "lucide-react";
import { english } from "@/components/checkout/messages";
import { Notice } from "@/components/checkout/notice";
import { SingleCard } from "@/components/ui/single-card";

export default function UnknownCheckout() {
  return (
    <SingleCard>
      <Notice icon={<SearchX className="size-6" />} title={english.unknownTitle}>
        <p>{english.unknownHint}</p>
      </Notice>
    </SingleCard>
  );
}
