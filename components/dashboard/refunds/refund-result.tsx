"use client";

import { Undo2 } from "lucide-react";
import {
  createContext,
  lazy,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { QrCode } from "@/components/checkout/pay/qr-code";
import { refundNext, refundWords } from "@/components/dashboard/messages/refunds";
import type { CallNetwork } from "@/components/dashboard/money/call-panel";
import { CopyButton } from "@/components/dashboard/ui/copy-button";
import { Dialog } from "@/components/dashboard/ui/form/dialog";
import { Link } from "@/components/dashboard/ui/link";
import type { OutputOf } from "@/lib/accounts/account.schema";
import type { ProjectActions } from "@/lib/api/dashboard/action-list";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { rememberSentRefund } from "@/lib/browser/sent-refund";
import type { RefundStatus, RefundType } from "@/lib/checkouts/refund-facts.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { MailClaim } from "./mail-claim";
import { ClaimLink, RefundBadge } from "./refund-parts";

// Wallet code is several times a page's size: it is loaded on demand.
const CallPanel = lazy(() => import("@/components/dashboard/money/call-panel"));

type Requested = OutputOf<ProjectActions["requestRefund"]>;

/** What the customer bought, and from whom, for the message to them. */
export type Purchase = { item: string | null; shop: string };

type Props = {
  projectId: string;
  requested: Requested;
  /** Its present state; undefined until the page was read again. */
  refund: { status: RefundStatus; txHash: string | null } | undefined;
  /** "4.50 USDC" */
  amount: string;
  purchase: Purchase;
  /** E-mail addresses to which the customer's link can be sent. */
  contacts: readonly string[];
  /** For the wallet that signs; null before the checkout has a network. */
  network: CallNetwork | null;
};

/** State that a sheet shares with its content. */
type OpenSheet = {
  /** The refund that was created here, until a wallet may have sent it: closing the sheet withdraws it. */
  unsent: RefObject<string | null>;
  /** While a wallet is asked, the sheet stays: its answer decides. */
  setAsking: (isAsking: boolean) => void;
  /** The same while the service creates the refund: its answer may be a link that is shown once. */
  setPending: (isPending: boolean) => void;
};

const InSheet = createContext<OpenSheet | null>(null);

/** In a sheet: keeps it open while its refund is created. */
export function HoldSheet({ isPending }: { isPending: boolean }) {
  const sheet = useContext(InSheet);
  useEffect(() => {
    sheet?.setPending(isPending);
    return () => sheet?.setPending(false);
  }, [sheet, isPending]);
  return null;
}

/** The refund's state, and what is left to do: the wallet's signature, or sending the link. One at a time. */
export function RefundResult({ projectId, requested, refund, amount, purchase, contacts, network }: Props) {
  const { refundId, claimUrl, call } = requested;
  const [isSent, setSent] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const known = refund?.status ?? requested.status;
  // The wallet answered before the chain shows it.
  const status = known === "AWAITING_SIGNATURE" && isSent ? "PROCESSING" : known;
  const words = refundWords.send;
  const state = { status, txHash: refund?.txHash ?? null };
  const isToSign = call !== null && network !== null && status === "AWAITING_SIGNATURE";
  const { act: handIn } = useProjectAction(projectId, "handInRefundHash");
  const sheet = useContext(InSheet);
  useEffect(() => {
    if (sheet !== null) sheet.unsent.current = isToSign ? refundId : null;
  }, [sheet, isToSign, refundId]);
  const onAsking = (asking: boolean) => {
    setAsking(asking);
    sheet?.setAsking(asking);
  };
  return (
    <div className="flex flex-col gap-4">
      {!isToSign && (
        <div role="status" className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
          <RefundBadge refund={state} />
          <span className="font-medium tabular-nums">{amount}</span>
          <span className="basis-full">{refundNext(state)}</span>
        </div>
      )}
      {claimUrl !== null && (
        <MailClaim
          projectId={projectId}
          refundId={refundId}
          contacts={contacts}
          token={claimUrl.split("/").at(-1) ?? ""}
        />
      )}
      {claimUrl !== null && <ClaimLink url={claimUrl} />}
      {claimUrl !== null && <Letter url={claimUrl} amount={amount} purchase={purchase} />}
      {isToSign && (
        <section className="rounded-xl border border-line px-4 py-3 text-sm">
          <p>{fill(words.title, { amount })}</p>
          <Suspense fallback={<p role="status">{words.loading}</p>}>
            <CallPanel
              call={call}
              network={network}
              words={words}
              immediate
              onAsking={onAsking}
              onAnswer={(mayBeSent) => {
                if (mayBeSent && sheet !== null) sheet.unsent.current = null;
              }}
              onSent={(txHash) => {
                setSent(true);
                rememberSentRefund(refundId, txHash);
                // Only speeds it up: we find the payment without it.
                void handIn({ refundId, txHash });
              }}
            />
          </Suspense>
        </section>
      )}
      {/* Elsewhere a wallet would be asked for it again, and the answer of this one be lost. */}
      {!isAsking && (
        <Link
          href={`/dashboard/projects/${projectId}/refunds/${refundId}`}
          className="button-compact button-secondary self-end"
        >
          {isToSign ? refundWords.form.later : refundWords.form.show}
        </Link>
      )}
    </div>
  );
}

/** The claim link as a QR code, and in a message that the merchant can send as it is. */
function Letter({ url, amount, purchase }: { url: string; amount: string; purchase: Purchase }) {
  const words = refundWords.claim;
  const { item, shop } = purchase;
  const text =
    item === null
      ? fill(words.letter, { amount, shop, url })
      : fill(words.letterForItem, { amount, item, shop, url });
  return (
    <div className="flex flex-wrap gap-4">
      <div className="w-36 shrink-0">
        <QrCode content={url} label={words.qr} />
      </div>
      <div className="flex min-w-0 flex-1 basis-56 flex-col items-start gap-2">
        <h3 className="font-medium text-sm">{words.message}</h3>
        <p className="wrap-anywhere whitespace-pre-line text-muted text-sm">{text}</p>
        <CopyButton value={text} what={words.copyMessage} withLabel />
      </div>
    </div>
  );
}

type RefundSheetProps = {
  projectId: string;
  checkoutId: string;
  /** In smallest units. */
  available: string;
  refundType?: RefundType;
  label: string;
  variant: "primary" | "secondary";
  title: string;
  onOpen?: () => void;
  onClose?: () => void;
  children: ReactNode;
};

/** A button whose sheet refunds a checkout: opening it creates nothing. Without scripts it leads to the form's own page. */
export function RefundSheet(props: RefundSheetProps) {
  const { projectId, checkoutId, available, refundType, label, variant, title, onOpen, onClose, children } =
    props;
  const [open, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const unsent = useRef<string | null>(null);
  const inSheet = useMemo(() => ({ unsent, setAsking, setPending }), []);
  const { act: withdraw } = useProjectAction(projectId, "cancelRefund");
  // After the last refund nothing is left, but its claim link must stay visible.
  if (!open && available === "0") return null;
  const type = refundType === undefined ? "" : `&type=${refundType.toLowerCase()}`;
  const show = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpen(true);
    onOpen?.();
  };
  const close = () => {
    const refundId = unsent.current;
    unsent.current = null;
    setOpen(false);
    onClose?.();
    // Some browsers close any dialog at a second Esc: a wallet that is asked may still send the refund.
    if (refundId !== null && !isAsking) void withdraw({ refundId });
  };
  return (
    <>
      <Link
        href={`/dashboard/projects/${projectId}/refunds/new?checkout=${checkoutId}${type}`}
        onClick={show}
        aria-haspopup="dialog"
        className={`button-compact button-${variant}`}
      >
        <Undo2 className="size-4" aria-hidden="true" />
        {label}
      </Link>
      <Dialog open={open} onClose={close} title={title} insistent={isAsking || isPending}>
        <InSheet value={inSheet}>{children}</InSheet>
      </Dialog>
    </>
  );
}
