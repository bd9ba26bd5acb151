import { transferUri } from "@/lib/browser/payment-uri";
import { fill } from "../fill";
import type { Messages } from "../messages/catalogue";
import { QrCode } from "./qr-code";

type Props = {
  address: string;
  tokenAddress: string;
  chainId: number;
  /** Smallest units. */
  amountUnits: string;
  t: Messages;
};

/**
 * The plain address first: every wallet reads it, while some misread token links and would send to the
 * token's own contract. Two radio buttons switch, so that it needs no script.
 */
export function PaymentQr({ address, tokenAddress, chainId, amountUnits, t }: Props) {
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
      {label}
    </label>
  );
}
