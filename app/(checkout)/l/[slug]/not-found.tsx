import { Unlink } from "lucide-react";
import { LanguageSwitch } from "@/components/checkout/language-switch";
import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { Notice } from "@/components/checkout/notice";
import { linkWords } from "@/components/payment-link/messages";
import { SingleCard } from "@/components/ui/single-card";
import { readPageLanguage } from "@/lib/server/page-language";

/** Of a link that is unknown, disabled, or of a shop that is gone: which of them is not told. */
export default async function UnknownLink() {
  const language = await readPageLanguage();
  const words = linkWords[language.language];
  return (
    <SingleCard footer={<LanguageSwitch t={checkoutMessages(language).page} />}>
      <Notice icon={<Unlink className="size-6" />} title={words.goneTitle}>
        <p>{words.goneHint}</p>
      </Notice>
    </SingleCard>
  );
}
