import { fill } from "@/lib/platform/i18n/message.rules";
import type { ScreenProps } from "./screen-props";

/** `again` once it was sent to one address: another one can still get it. */
export type ReceiptMail = "open" | "again" | "sent" | null;

type Props = ScreenProps & { state: ReceiptMail; problem: string | null };

/** Sends the receipt to an address, and once more to another one. A plain form: it needs no script. */
export function MailReceipt({ view, state, problem, t }: Props) {
  if (state === null) return null;
  return (
    <>
      {state !== "open" && (
        <p role="status" className="caption mt-6 print:hidden">
          {t.mailReceiptSent}
        </p>
      )}
      {state !== "sent" && <ReceiptForm view={view} problem={problem} t={t} />}
    </>
  );
}

function ReceiptForm({ view, problem, t }: Omit<Props, "state">) {
  return (
    <form method="post" action={`/c/${view.id}/receipt`} noValidate className="mt-6 print:hidden">
      <input type="hidden" name="language" value={t.locale.language} />
      <label htmlFor="receipt-email" className="caption">
        {t.mailReceiptLabel}
      </label>
      <div className="mt-1 flex flex-wrap gap-2">
        <input
          id="receipt-email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? "receipt-hint" : "receipt-problem receipt-hint"}
          // biome-ignore lint/a11y/noAutofocus: the address has to be corrected.
          autoFocus={problem !== null}
          className="field min-w-0 flex-1 basis-48"
        />
        <button type="submit" className="button button-secondary flex-none">
          {t.mailReceiptSend}
        </button>
      </div>
      <p id="receipt-hint" className="caption mt-1">
        {t.mailReceiptHint}
      </p>
      {problem !== null && (
        <p id="receipt-problem" role="alert" className="mt-1 text-bad">
          {problem === "VALIDATION_ERROR"
            ? t.emailShape
            : fill(t.mailReceiptFailed, { merchant: view.merchantName })}
        </p>
      )}
    </form>
  );
}
