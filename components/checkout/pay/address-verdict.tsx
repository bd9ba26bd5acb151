import type { ReactNode } from "react";
import { getAddress } from "viem/utils";
import { ScreenTitle } from "@/components/checkout/screen-parts";
import { OctagonAlert, ShieldCheck } from "@/components/ui/icons";
import { addressAgrees, type CheckedAddress } from "@/lib/browser/address-check";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { LiveMessages } from "../messages/catalogue";

/** The result of the address check in words: one line when it matches, and a stop when it does not. */
export function addressVerdict(
  address: CheckedAddress,
  t: LiveMessages,
): { agrees: boolean; words: ReactNode } {
  const agrees = addressAgrees(address);
  return { agrees, words: agrees ? <Checked address={address} t={t} /> : <Stop t={t} /> };
}

function Checked({ address, t }: { address: CheckedAddress; t: LiveMessages }) {
  const wallet = getAddress(address.merchantAddress);
  const authority = getAddress(address.addressTerms.refundAuthority);
  const proves = wallet === authority ? t.addressProves : t.addressProvesRefund;
  return (
    <details className="text-sm">
      <summary className="flex cursor-pointer items-center gap-2 py-1 text-ok">
        <ShieldCheck className="size-4 shrink-0" />
        <span>{t.addressChecked}</span>
      </summary>
      <p className="wrap-anywhere mt-1 text-muted">{fill(proves, { wallet, authority })}</p>
    </details>
  );
}

function Stop({ t }: { t: LiveMessages }) {
  return (
    <div role="alert" className="rounded-2xl bg-bad-soft p-5 text-bad">
      <OctagonAlert className="mb-3 size-6" />
      <ScreenTitle>{t.addressWrongTitle}</ScreenTitle>
      <p className="mt-3">{t.addressWrong}</p>
    </div>
  );
}
