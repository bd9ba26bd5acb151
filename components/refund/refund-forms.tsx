"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type KeyboardEvent, type ReactNode, useState, useTransition } from "react";
import { Follow } from "@/components/checkout/live/follow";
import { CircleCheck } from "@/components/ui/icons";
import type { PollPace } from "@/lib/browser/poll-schedule";
import { claimRefund, fetchRefundLink, submitRefundTransaction } from "@/lib/browser/refund-api";
import { useSentRefund } from "@/lib/browser/sent-refund";
import { fill } from "@/lib/platform/i18n/message.rules";
import { type RefundScreen, refundFingerprint } from "@/lib/refunds/refund-screen.rules";
import { claimProblem, hashProblem, Problem } from "./problem";
import { useRefundMessages } from "./refund-messages-provider";

type Props = {
  token: string;
  values: { token: string; network: string };
  /** The text typed before. */
  typed: string;
  /** Why it was refused; empty without a problem. */
  problem: string;
};

/** Asks for an address; the server validates it and shows it for confirmation. A plain form without scripts. */
export function AddressForm({ token, values, typed, problem }: Props) {
  const t = useRefundMessages();
  const router = useRouter();
  const [checking, startChecking] = useTransition();
  const path = `/r/${token}`;

  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const named = String(new FormData(event.currentTarget).get("address") ?? "").trim();
    startChecking(() => router.push(`${path}?address=${encodeURIComponent(named)}`));
  };

  return (
    <form action={path} method="get" onSubmit={check} noValidate className="mt-4 grid gap-3">
      <label htmlFor="address" className="caption">
        {fill(t.addressLabel, values)}
      </label>
      {/* Two lines, so that a phone shows the whole address. Keyed by the typed address, because React keeps a
          field's value. */}
      <textarea
        key={typed}
        id="address"
        name="address"
        required
        rows={2}
        onKeyDown={submitOnEnter}
        defaultValue={typed}
        placeholder={t.addressPlaceholder}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problem !== ""}
        aria-describedby="address-problem address-hint"
        className="field -mt-2 md:h-12 resize-none break-all py-3 font-mono aria-[invalid=true]:border-bad"
      />
      <Problem id="address-problem" text={problem} />
      <p id="address-hint" className="caption">
        {fill(t.exchangeHint, values)}
      </p>
      {/* Secondary when a wallet was connected. */}
      <button
        type="submit"
        disabled={checking}
        className="button button-primary group-has-[[data-wallet]]/ways:bg-card group-has-[[data-wallet]]/ways:text-ink group-has-[[data-wallet]]/ways:ring-1 group-has-[[data-wallet]]/ways:ring-line-strong group-has-[[data-wallet]]/ways:ring-inset group-has-[[data-wallet]]/ways:hover:bg-well"
      >
        {checking ? t.checking : t.check}
      </button>
    </form>
  );
}

/** Enter submits, since an address has one line. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Submits the confirmed address. A plain form without scripts. */
export function ConfirmForm({ token, address }: { token: string; address: string }) {
  const t = useRefundMessages();
  const router = useRouter();
  const [sending, setSending] = useState(false);
  const [redrawing, startRedraw] = useTransition();
  const [problem, setProblem] = useState("");
  const busy = sending || redrawing;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setSending(true);
    setProblem("");
    const answer = await claimRefund(token, { destinationAddress: address });
    setSending(false);
    if (!answer.ok) {
      setProblem(claimProblem(answer.error.code, t));
      return;
    }
    startRedraw(() => {
      router.replace(`/r/${token}`, { scroll: false });
      router.refresh();
    });
  };

  return (
    <form
      action={`/api/r/${token}`}
      method="post"
      noValidate
      onSubmit={(event) => void send(event)}
      className="mt-6 grid gap-3"
    >
      <input type="hidden" name="destinationAddress" value={address} />
      <Problem text={problem} />
      <button type="submit" disabled={busy} className="button button-primary">
        {busy ? t.confirmSending : t.confirmSend}
      </button>
      <a href={`/r/${token}`} className="button button-secondary">
        {t.confirmChange}
      </a>
    </form>
  );
}

const hashPattern = /^0x[0-9a-fA-F]{64}$/;

type HashProps = {
  token: string;
  network: string;
  /** Error code of a submission without scripts; empty for none. */
  problemCode: string;
};

/** Takes the hash of a transaction sent elsewhere. A plain form without scripts. */
export function HashForm({ token, network, problemCode }: HashProps) {
  const t = useRefundMessages();
  const router = useRouter();
  const [looking, setLooking] = useState(false);
  const [problem, setProblem] = useState(problemCode === "" ? "" : hashProblem(problemCode, network, t));
  const [found, setFound] = useState("");

  const handIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const txHash = String(new FormData(event.currentTarget).get("txHash") ?? "").trim();
    setFound("");
    setProblem(hashPattern.test(txHash) ? "" : t.hashShape);
    if (!hashPattern.test(txHash)) return;
    setLooking(true);
    const answer = await submitRefundTransaction(token, txHash);
    setLooking(false);
    if (answer.ok) setFound(fill(answer.data.txHash === null ? t.hashWaiting : t.hashTaken, { network }));
    else setProblem(hashProblem(answer.error.code, network, t));
    router.refresh();
  };

  return (
    <form
      action={`/api/r/${token}/transaction`}
      method="post"
      onSubmit={(event) => void handIn(event)}
      noValidate
      className="mt-4 grid gap-3"
    >
      <label htmlFor="tx-hash" className="caption">
        {t.hashLabel}
      </label>
      <input
        id="tx-hash"
        name="txHash"
        placeholder={t.hashPlaceholder}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problem !== ""}
        aria-describedby="tx-hash-problem"
        className="field -mt-2 font-mono aria-[invalid=true]:border-bad"
      />
      <Problem id="tx-hash-problem" text={problem} />
      <p role="status" className="flex gap-2 text-ok empty:hidden">
        {found !== "" && (
          <>
            <CircleCheck className="mt-0.5 size-5 shrink-0" />
            <span>{found}</span>
          </>
        )}
      </p>
      <button type="submit" disabled={looking} className="button button-secondary">
        {looking ? t.hashSending : t.hashSend}
      </button>
    </form>
  );
}

const paces: Record<RefundScreen, PollPace> = {
  ask: "slow",
  confirm: "slow",
  // Slow until something was signed, which takes a person.
  sign: "slow",
  not_ready: "slow",
  taken: "waiting",
  sending: "waiting",
  sent: "stopped",
  failed: "stopped",
  cancelled: "stopped",
};

/** Follows the refund behind the link. */
export function RefundUpdates(props: {
  token: string;
  refundId: string;
  screen: RefundScreen;
  fingerprint: string;
  offlineSign: ReactNode;
}) {
  const { token, refundId, screen, fingerprint, offlineSign } = props;
  const isSignatureRequested = useSentRefund(refundId) !== null;
  return (
    <Follow
      pace={screen === "sign" && isSignatureRequested ? "waiting" : paces[screen]}
      offlineSign={offlineSign}
      screen={screen}
      fingerprint={fingerprint}
      readFingerprint={async (signal) => {
        const answer = await fetchRefundLink(token, signal);
        if (answer.ok) return { ok: true, data: refundFingerprint(answer.data) };
        // Expired, or replaced by a newer link: the refreshed page says so.
        return answer.error.code === "REFUND_LINK_NOT_FOUND" ? { ok: true, data: "gone" } : answer;
      }}
    />
  );
}
