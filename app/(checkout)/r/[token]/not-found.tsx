import { Unlink } from "lucide-react";
import { LanguageSwitch } from "@/components/checkout/language-switch";
import { Notice } from "@/components/checkout/notice";
import { refundMessages } from "@/components/refund/messages/catalogue";
import { SingleCard } from "@/components/ui/single-card";
import { readPageLanguage } from "@/lib/server/page-language";

/** Of a link that is unknown, over or replaced: which of them is not told. */
export default async function UnknownLink() {
  const { page: t } = refundMessages(await readPageLanguage());
  return (
    <SingleCard footer={<LanguageSwitch t={t} />}>
      <Notice icon={<Unlink className="size-6" />} title={t.goneTitle}>
        <p>{t.goneHint}</p>
      </Notice>
    </SingleCard>
  );
}
