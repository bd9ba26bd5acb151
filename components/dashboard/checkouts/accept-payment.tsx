import type { Chain } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Acceptance } from "@/lib/checkouts/state/acceptance.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { detailWords as words } from "../messages/checkout-detail";
import { ConfirmProjectAction } from "../ui/form/dialog";
import { Notice } from "../ui/notice";
import { tokenAmount } from "./checkout-price";

type Props = {
  projectId: string;
  checkoutId: string;
  /** The received amount that is accepted, in smallest units. */
  units: bigint;
  /** The same and the price, as shown. */
  received: string;
  price: string;
  isPart: boolean;
};

/** Accepts the received amount as the price: a part of it, or a late payment. */
function AcceptPayment({ projectId, checkoutId, units, received, price, isPart }: Props) {
  return (
    <ConfirmProjectAction
      projectId={projectId}
      action="acceptPayment"
      input={{ checkoutId, amount: units.toString() }}
      label={isPart ? fill(words.acceptAmount, { received }) : words.accept}
      variant="primary"
      title={isPart ? fill(words.acceptPartTitle, { received, price }) : words.acceptTitle}
      description={isPart ? words.acceptPartHint : words.acceptHint}
      confirm={words.acceptConfirm}
    />
  );
}

type NoticeProps = {
  projectId: string;
  checkout: Checkout;
  acceptance: Extract<Acceptance, { kind: "acceptable" }>;
  chains: readonly Chain[];
  mayAccept: boolean;
};

/** A partial or late payment that waits for a decision. */
export function AcceptPaymentNotice({ projectId, checkout, acceptance, chains, mayAccept }: NoticeProps) {
  const { quote, units } = acceptance;
  const isPart = units < quote.amountUnits && checkout.status !== "LATE_PAID";
  const received = tokenAmount(units, quote, chains);
  const price = tokenAmount(quote.amountUnits, quote, chains);
  const form = { projectId, checkoutId: checkout.id, units, received, price, isPart };
  const isOpen = checkout.status === "PENDING";
  return (
    <Notice kind={isOpen ? "info" : "warn"} action={mayAccept && <AcceptPayment {...form} />}>
      {!isPart
        ? words.lateNotice
        : isOpen
          ? fill(words.partNotice, { received, price })
          : fill(words.expiredPartNotice, { received, price })}
      {checkout.replacedBy !== null && ` ${words.lateReplaced}`}
    </Notice>
  );
}
