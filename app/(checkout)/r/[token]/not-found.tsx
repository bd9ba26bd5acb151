import { Unlink } from "lucide-react";
import { Notice } from "@/components/checkout/notice";
import { english } from "@/components/refund/messages";
import { SingleCard } from "@/components/ui/single-card";

/** Of a link that is unknown, over or replaced: which of them is not told. */
export default function UnknownLink() {
  return (
    <SingleCard>
      <Notice icon={<Unlink className="size-6" />} title={english.goneTitle}>
        <p>{english.goneHint}</p>
      </Notice>
    </SingleCard>
  );
}
