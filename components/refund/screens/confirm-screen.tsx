import { ScreenTitle } from "@/components/checkout/screen-title";
import { FullAddress } from "@/components/ui/full-address";
import { NetworkMark } from "@/components/ui/network-mark";
import { ConfirmForm } from "../forms/confirm-form";
import type { RefundScreenProps } from "../screen-props";

type Props = Pick<RefundScreenProps, "view" | "token" | "values" | "t"> & { address: string };

/** The address in full, with the network's name, before it is final. */
export function ConfirmScreen({ view, token, address, values, t }: Props) {
  return (
    <>
      <ScreenTitle>{t.confirmTitle}</ScreenTitle>
      <p className="mt-2 text-muted">{t.confirmHint}</p>
      <dl className="mt-6 divide-y divide-line rounded-2xl border border-line px-5">
        <div className="py-4">
          <dt className="caption">{t.confirmAddress}</dt>
          <dd className="mt-1">
            <FullAddress value={address} />
          </dd>
        </div>
        <div className="flex items-center justify-between gap-6 py-4">
          <dt className="caption">{t.confirmNetwork}</dt>
          <dd className="flex items-center gap-2 font-semibold">
            <NetworkMark chainId={view.chainId} />
            {values.network}
          </dd>
        </div>
        <div className="flex items-center justify-between gap-6 py-4">
          <dt className="caption">{t.confirmAmount}</dt>
          <dd className="font-semibold">{values.amount}</dd>
        </div>
      </dl>
      <ConfirmForm token={token} address={address} />
    </>
  );
}
