import { SearchX } from "lucide-react";
import { LanguageSwitch } from "@/components/checkout/language-switch";
import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { Notice } from "@/components/checkout/notice";
import { SingleCard } from "@/components/ui/single-card";
import { readPageLanguage } from "@/lib/server/page-language";

export default async function UnknownCheckout() {
  const { page: t } = checkoutMessages(await readPageLanguage());
  return (
    <SingleCard footer={<LanguageSwitch t={t} />}>
      <Notice icon={<SearchX className="size-6" />} title={t.unknownTitle}>
        <p>{t.unknownHint}</p>
      </Notice>
    </SingleCard>
  );
}
