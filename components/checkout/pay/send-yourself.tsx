import type { Messages } from "@/components/checkout/messages/catalogue";
import { displayAmount, tokenAmount } from "@/components/checkout/text/amounts";
import { FullAddress } from "@/components/ui/full-address";
import { TriangleAlert } from "@/components/ui/icons";
import { transferUri } from "@/lib/browser/payment-uri";
import { fill } from "@/lib/platform/i18n/message.rules";
import { CopyField } from "./copy-field";
import { copySigns } from "./copy-signs";
import { QrCode } from "./qr-code";
import { AddressVerdict } from "./sent-guard";

type PaymentQrProps = {
  address: string;
  tokenAddress: string;
  chainId: number;
  /** Smallest units. */
  amountUnits: string;
  t: Messages;
};

/**
 * The plain address comes first: every wallet reads it, while some misread token links and would send to the token's
 * own contract. Two radio buttons switch, so that it needs no script.
 */
function PaymentQr({ address, tokenAddress, chainId, amountUnits, t }: PaymentQrProps) {
  const link = transferUri({ tokenAddress, chainId, to: address, amountUnits });
  return (
    <fieldset className="group mx-auto w-44 min-w-0 text-center sm:text-start">
      <legend className="sr-only">{t.qrLegend}</legend>
      <div className="group-has-[input[value=link]:checked]:hidden">
        <QrCode content={address} label={fill(t.qrAddressAlt, { address })} />
      </div>
      <div className="hidden group-has-[input[value=link]:checked]:block">
        <QrCode content={link} label={t.qrLinkAlt} />
      </div>
      <div className="mt-3 grid grid-cols-2 rounded-xl border border-line bg-well p-1 text-center text-sm">
        <Tab value="address" label={t.qrAddress} checked />
        <Tab value="link" label={t.qrLink} />
      </div>
      <p className="caption mt-2 group-has-[input[value=link]:checked]:hidden">{t.qrAddressHint}</p>
      <p className="caption mt-2 hidden group-has-[input[value=link]:checked]:block">{t.qrLinkHint}</p>
    </fieldset>
  );
}

function Tab({ value, label, checked = false }: { value: string; label: string; checked?: boolean }) {
  return (
    <label className="rounded-lg px-1 py-1.5 text-muted has-checked:bg-card has-checked:font-medium has-checked:text-ink has-checked:ring-1 has-checked:ring-line-strong has-focus-visible:outline-2 has-focus-visible:outline-accent forced-colors:has-checked:underline">
      <input type="radio" name="qr" value={value} defaultChecked={checked} className="sr-only" />
      <span>{label}</span>
    </label>
  );
}

type Props = {
  /** With its checksum. */
  address: string;
  /** Smallest units. */
  amountUnits: string;
  chainId: number;
  network: string;
  token: { symbol: string; decimals: number; address: string };
  t: Messages;
};

/** Amount, address and code, for anyone who sends by hand. */
export function SendYourself(props: Props) {
  const { address, amountUnits, chainId, network, token, t } = props;
  const values = { token: token.symbol, network };
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <div className="grid content-start gap-4">
        <CopyField
          label={t.amountLabel}
          value={tokenAmount(amountUnits, token)}
          displayValue={displayAmount(amountUnits, token, t)}
          suffix={token.symbol}
          signs={copySigns}
          copyLabel={t.copyAmount}
          copiedMessage={t.copiedAmount}
        />
        <div>
          <CopyField
            label={fill(t.addressLabel, values)}
            value={address}
            kind="address"
            whole={<FullAddress value={address} />}
            signs={copySigns}
            copyLabel={t.copyAddress}
            copiedMessage={t.copiedAddress}
          />
          {/* Reserves the place of the check's result. */}
          <div className="scripted mt-1 min-h-7">
            <AddressVerdict />
          </div>
        </div>
        <p className="flex gap-2 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" />
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
  );
}
