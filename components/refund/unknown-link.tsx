import { Unlink } from "lucide-react";
import { LanguageSwitch } from "@/components/checkout/checkout-frame";
import { Notice } from "@/components/checkout/screen-parts";
import { SingleCard } from "@/components/ui/single-card";
import type { RefundMessages } from "./messages/catalogue";

/** For an unknown, expired or replaced link, without saying which. */
export function UnknownLink({ t }: { t: RefundMessages }) {
  return (
    <SingleCard footer={<LanguageSwitch t={t} />}>
      <Notice icon={<Unlink className="size-6" />} title={t.goneTitle}>
        <p>{t.goneHint}</p>
      </Notice>
    </SingleCard>
  );
}
