import { Unlink } from "lucide-react";
import { LanguageSwitch } from "@/components/checkout/language-switch";
import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { Notice } from "@/components/checkout/screen-parts";
import { SingleCard } from "@/components/ui/single-card";
import type { PageLanguage } from "@/lib/platform/i18n/language.rules";
import { linkWords } from "./messages";

/** Of a link that is unknown, disabled, or of a shop that is gone: which of them is not told. */
export function GoneLink({ pageLanguage }: { pageLanguage: PageLanguage }) {
  const words = linkWords[pageLanguage.language];
  return (
    <SingleCard footer={<LanguageSwitch t={checkoutMessages(pageLanguage).page} />}>
      <Notice icon={<Unlink className="size-6" />} title={words.goneTitle}>
        <p>{words.goneHint}</p>
      </Notice>
    </SingleCard>
  );
}
