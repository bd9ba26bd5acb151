import { SearchX } from "lucide-react";
import { SingleCard } from "@/components/ui/single-card";
import { LanguageSwitch } from "./checkout-frame";
import type { Messages } from "./messages/catalogue";
import { Notice } from "./screen-parts";

/** An id that no checkout has. */
export function UnknownCheckout({ t }: { t: Messages }) {
  return (
    <SingleCard footer={<LanguageSwitch t={t} />}>
      <Notice icon={<SearchX className="size-6" />} title={t.unknownTitle}>
        <p>{t.unknownHint}</p>
      </Notice>
    </SingleCard>
  );
}
