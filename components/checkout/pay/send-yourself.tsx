import { TriangleAlert } from "lucide-react";
import { fill } from "../fill";
import type { Messages } from "../messages/catalogue";
import { AddressVerdict } from "./address-guard";
import { CopyField } from "./copy-field";
import { PaymentQr } from "./payment-qr";

type Props = {
  /** With its checksum. */
  address: string;
  /** Decimal text, as it is copied. */
  amount: string;
  /** Smallest units. */
  amountUnits: string;
  chainId: number;
  network: string;
  token: { symbol: string; address: string };
  t: Messages;
};

/** Amount, address and code, for whoever sends by hand. */
export function SendYourself({ address, amount, amountUnits, chainId, network, token, t }: Props) {
  const values = { token: token.symbol, network };
  return (
    <section aria-labelledby="send-yourself" className="mt-8">
      <h2 id="send-yourself" className="font-semibold">
        {t.sendYourself}
      </h2>
      <p className="caption mt-1 text-pretty">{fill(t.sendYourselfHint, values)}</p>
      <div className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <div className="grid content-start gap-4">
          <CopyField
            label={t.amountLabel}
            value={amount}
            suffix={token.symbol}
            copyLabel={t.copyAmount}
            copiedMessage={t.copiedAmount}
          />
          <div>
            <CopyField
              label={fill(t.addressLabel, values)}
              value={address}
              kind="address"
              copyLabel={t.copyAddress}
              copiedMessage={t.copiedAddress}
            />
            {/* The line comes when the check is done: its place is kept. */}
            <div className="scripted mt-1 min-h-7">
              <AddressVerdict />
            </div>
          </div>
          <p className="flex gap-2 text-sm">
            <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
            <span className="wrap-anywhere min-w-0">{fill(t.networkWarning, values)}</span>
          </p>
        </div>
        <PaymentQr
          address={address}
          tokenAddress={token.address}
          chainId={chainId}
          amountUnits={amountUnits}
          t={t}
        />
      </div>
    </section>
  );
}
