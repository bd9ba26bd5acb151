import type { ReactNode } from "react";
import { getAddress } from "viem/utils";
import { ScreenTitle } from "@/components/checkout/screen-parts";
import { Filled } from "@/components/ui/filled";
import { FullAddress } from "@/components/ui/full-address";
import { OctagonAlert, ShieldCheck } from "@/components/ui/icons";
import { addressAgrees, type CheckedAddress } from "@/lib/browser/address-check";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import type { LiveMessages } from "../messages/catalogue";

/** An address with whether the wallet that it leads to is the shop's own. */
export type PayableAddress = CheckedAddress & Pick<PublicCheckoutView, "merchantAddressIsListed">;

/** The result of the address check in words: one line when it matches, and a stop when it does not. */
export function addressVerdict(
  address: PayableAddress,
  t: LiveMessages,
): { agrees: boolean; words: ReactNode } {
  const agrees = addressAgrees(address);
  return { agrees, words: agrees ? <Checked address={address} t={t} /> : <Stop t={t} /> };
}

function Checked({ address, t }: { address: PayableAddress; t: LiveMessages }) {
  const wallet = getAddress(address.merchantAddress);
  const authority = getAddress(address.addressTerms.refundAuthority);
  const refundsItself = wallet === authority;
  const proves = address.merchantAddressIsListed
    ? { line: t.addressChecked, text: refundsItself ? t.addressProves : t.addressProvesRefund }
    : {
        line: t.addressCheckedNamed,
        text: refundsItself ? t.addressProvesNamed : t.addressProvesNamedRefund,
        who: t.addressNamed,
      };
  return (
    <details className="text-sm">
      <summary
        className={`flex cursor-pointer items-center gap-2 py-1 ${proves.who === undefined ? "text-ok" : "text-muted"}`}
      >
        <ShieldCheck className="size-4 shrink-0" />
        <span>{proves.line}</span>
      </summary>
      <p className="mt-1 text-muted">
        <Filled
          text={proves.text}
          values={{ wallet: <FullAddress value={wallet} />, authority: <FullAddress value={authority} /> }}
        />
      </p>
      {proves.who === undefined ? null : <p className="mt-1 text-muted">{proves.who}</p>}
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
