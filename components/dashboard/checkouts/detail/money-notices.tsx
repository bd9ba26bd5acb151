import { tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { detailWords as words } from "@/components/dashboard/messages/checkout-detail";
import { checkoutWords } from "@/components/dashboard/messages/checkouts";
import { inboxWords } from "@/components/dashboard/messages/inbox";
import { refundLine } from "@/components/dashboard/messages/refunds";
import { chainName } from "@/components/dashboard/money/display-units";
import { ConfirmProjectAction } from "@/components/dashboard/ui/form/dialog";
import { Link } from "@/components/dashboard/ui/link";
import { Notice } from "@/components/dashboard/ui/notice";
import type { Chain } from "@/lib/chain/chains.rules";
import type { Checkout, CheckoutDetails, RecordedTransfer } from "@/lib/checkouts/checkout.rules";
import { isGoingBack, refundProgress } from "@/lib/checkouts/refund-progress.rules";
import type { Acceptance } from "@/lib/checkouts/state/acceptance.rules";
import {
  excessUnits,
  overpaidUnits,
  returnableUnits,
  seenReturnableUnits,
} from "@/lib/checkouts/state/overpayment.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { type CheckoutRefundProps, RefundExcess } from "./checkout-refund";

type OverpaidNoticeProps = {
  projectId: string;
  checkout: Checkout;
  refund: CheckoutRefundProps;
  chains: readonly Chain[];
  mayRefund: boolean;
};

/** The amount paid above the price or after a refund, and the choices. */
export function OverpaidNotice({ projectId, checkout, refund, chains, mayRefund }: OverpaidNoticeProps) {
  const { chainId, tokenAddress, excessRequestedAt, excessWallet, excessDismissedAt } = checkout;
  const token = chainId === null || tokenAddress === null ? null : { chainId, tokenAddress };
  const excess = excessUnits(checkout);
  const isWaiting = excess > 0n && excessRequestedAt !== null && excessDismissedAt === null;
  const requestedWords = `${words.excessRequested} ${excessWallet === null ? words.excessUnsigned : words.excessSigned}`;
  const actions = mayRefund && (
    <span className="flex flex-wrap gap-2">
      <RefundExcess {...refund} isWaiting={isWaiting} />
      {isWaiting && <DismissRequest projectId={projectId} checkoutId={checkout.id} />}
    </span>
  );
  const what = fill(checkoutWords.overpaidBy, {
    amount: tokenAmount(overpaidUnits(checkout), token, chains),
  });
  const next = excess === 0n ? newestRefund(refund.refunds) : isWaiting ? requestedWords : "";
  return (
    // Also with nothing left: the form behind the button shows the claim link once.
    <Notice kind={isWaiting ? "warn" : "info"} action={actions}>
      <strong className="font-semibold">{what}.</strong> {next}
    </Notice>
  );
}

/** How far the newest refund is. */
function newestRefund(refunds: CheckoutRefundProps["refunds"]): string {
  const newest = refunds.find((refund) => isGoingBack(refundProgress(refund).step));
  return newest === undefined ? "" : fill(words.events.refundState, { state: refundLine(newest) });
}

function DismissRequest({ projectId, checkoutId }: { projectId: string; checkoutId: string }) {
  return (
    <ConfirmProjectAction
      projectId={projectId}
      action="dismissExcess"
      label={words.dismissExcess}
      title={words.dismissExcessTitle}
      description={words.dismissExcessHint}
      confirm={words.dismissExcess}
      input={{ checkoutId }}
    />
  );
}

/**
 * The customer of an unpaid checkout, or of one with uncounted money, requested it back; or a cancelled checkout holds
 * money.
 */
export function MoneyBackNotice({
  projectId,
  checkout,
  chains,
  mayRefund,
}: Omit<OverpaidNoticeProps, "refund">) {
  const { chainId, tokenAddress, excessRequestedAt, excessWallet } = checkout;
  const token = chainId === null || tokenAddress === null ? null : { chainId, tokenAddress };
  const amount = tokenAmount(returnableUnits(checkout), token, chains);
  return (
    <Notice
      kind="warn"
      action={
        mayRefund &&
        excessRequestedAt !== null && <DismissRequest projectId={projectId} checkoutId={checkout.id} />
      }
    >
      {excessRequestedAt === null ? (
        fill(words.cancelledMoney, { amount })
      ) : (
        <>
          <strong className="font-semibold">{words.moneyRequested}</strong>{" "}
          {excessWallet === null ? words.excessUnsigned : words.excessSigned}
        </>
      )}
    </Notice>
  );
}

type UncountedProps = {
  basePath: string;
  checkout: Pick<Checkout, "totalPaidUnits">;
  transfers: readonly Pick<
    RecordedTransfer,
    "id" | "chainId" | "tokenAddress" | "amountUnits" | "counts" | "status"
  >[];
  refunds: CheckoutRefundProps["refunds"];
  chains: readonly Chain[];
};

/** Money that arrived and doesn't pay this checkout, which has nothing else; the inbox decides on it. */
export function UncountedNotice({ basePath, checkout, transfers, refunds, chains }: UncountedProps) {
  const strays = transfers.filter(({ counts, status }) => !counts && status !== "reverted");
  const isGoing = refunds.some((refund) => isGoingBack(refundProgress(refund).step));
  if (checkout.totalPaidUnits > 0n || isGoing || strays.length === 0) return null;
  return (
    <Notice
      kind="warn"
      action={
        <Link href={`${basePath}/inbox?kind=stray`} className="text-link">
          {inboxWords.title}
        </Link>
      }
    >
      {strays.map((transfer) => (
        <p key={transfer.id}>
          <strong className="font-semibold">{tokenAmount(transfer.amountUnits, transfer, chains)}</strong>{" "}
          {fill(inboxWords.what.stray, { network: chainName(chains, transfer.chainId) })}
        </p>
      ))}
    </Notice>
  );
}

/** Still to be decided: not dismissed, and some of the money is there. */
export function hasMoneyBack({ checkout, transfers }: CheckoutDetails): boolean {
  if (checkout.excessDismissedAt !== null) return false;
  if (checkout.excessRequestedAt === null)
    return checkout.status === "CANCELLED" && returnableUnits(checkout) > 0n;
  const hasStrays = transfers.some(({ counts, status }) => !counts && status !== "reverted");
  return hasStrays || seenReturnableUnits(checkout) > 0n;
}

type Props = {
  projectId: string;
  checkoutId: string;
  /** The received amount that is accepted, in smallest units. */
  units: bigint;
  /** The same and the price, as shown. */
  received: string;
  price: string;
  isPart: boolean;
  isDue: boolean;
};

/** Accepts the received amount as the price: a part of it, or a late payment. */
function AcceptPayment({ projectId, checkoutId, units, received, price, isPart, isDue }: Props) {
  return (
    <ConfirmProjectAction
      projectId={projectId}
      action="acceptPayment"
      input={{ checkoutId, amount: units.toString() }}
      label={isPart ? fill(words.acceptAmount, { received }) : words.accept}
      variant={isDue ? "primary" : "secondary"}
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
  /** False when the money is asked back. */
  isDue: boolean;
};

/** A partial or late payment that waits for a decision. */
export function AcceptPaymentNotice(props: NoticeProps) {
  const { projectId, checkout, acceptance, chains, mayAccept, isDue } = props;
  const { quote, units } = acceptance;
  const isPart = units < quote.amountUnits && checkout.status !== "LATE_PAID";
  const received = tokenAmount(units, quote, chains);
  const price = tokenAmount(quote.amountUnits, quote, chains);
  const form = { projectId, checkoutId: checkout.id, units, received, price, isPart, isDue };
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
