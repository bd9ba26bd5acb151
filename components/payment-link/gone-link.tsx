import { Unlink } from "lucide-react";
import { LanguageSwitch } from "@/components/checkout/checkout-frame";
import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { Notice } from "@/components/checkout/screen-parts";
import { SingleCard } from "@/components/ui/single-card";
import type { PageLanguage } from "@/lib/platform/i18n/language.rules";
import { linkWords } from "./messages";

/** For an unknown or disabled link, or a deleted shop, without saying which. */
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
