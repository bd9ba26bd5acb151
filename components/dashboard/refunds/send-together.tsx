"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useMessages } from "@/components/checkout/messages-provider";
import { problemText } from "@/components/checkout/wallet/problem-text";
import { AskingWallet, Working } from "@/components/checkout/wallet/review-parts";
import { refundWords } from "@/components/dashboard/messages/refunds";
import { errorText } from "@/components/dashboard/messages/shell";
import { type CallNetwork, CallWallet } from "@/components/dashboard/money/call-panel";
import { callRowAction, type Outcome } from "@/components/dashboard/money/one-by-one";
import { Problem } from "@/components/dashboard/ui/notice";
import type { ConnectedWallet } from "@/components/refund/wallet/connected-wallet";
import { forgetSentRefund } from "@/lib/browser/sent-refund";
import { type SentRefunds, sendRefundAlone, sendRefundsTogether } from "@/lib/browser/wallet/refund-batch";
import { takesCalls, type WalletRequest } from "@/lib/browser/wallet/wallet-calls";
import { useWalletClient } from "@/lib/browser/wallet/wallet-client";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import { fill } from "@/lib/platform/i18n/message.rules";
import { type PreparedRefunds, PrepareRefused, prepareTogether, type SignableRow } from "./prepare-together";

const words = refundWords.together;

/** Calls older than this are prepared again before the wallet is asked: a refund may be cancelled or paid by now. */
const freshMs = 10_000;

type Prepared = { refunds: PreparedRefunds; at: number };

type Props = {
  projectId: string;
  /** Without an outcome so far; not empty. */
  rows: readonly SignableRow[];
  prepared: Prepared;
  network: CallNetwork;
  /** The right wallet is asked at once. */
  immediate: boolean;
  onOutcomes: (outcomes: readonly Outcome[]) => void;
};

/** The member's wallet sends prepared refunds: all by one confirmation, or one after another. */
export default function SendTogether(props: Props) {
  // Kept here: another network, account or wallet must not ask again by itself.
  const isBegun = useRef(!props.immediate);
  const latest = useRef(props.prepared);
  const [first] = props.prepared.refunds;
  if (first === undefined) return null;
  return (
    <section className="text-sm">
      <p>{words.choose}</p>
      <CallWallet
        call={first.call}
        network={props.network}
        words={refundWords.send}
        immediate={props.immediate}
      >
        {(wallet) => (
          <Send {...props} chainId={first.call.chainId} wallet={wallet} isBegun={isBegun} latest={latest} />
        )}
      </CallWallet>
    </section>
  );
}

type SendProps = Omit<Props, "network" | "immediate" | "prepared"> & {
  chainId: number;
  wallet: ConnectedWallet;
  /** Whether the wallet is asked only by a press from now on. */
  isBegun: { current: boolean };
  latest: { current: Prepared };
};

type Step = "asking" | "once" | "each" | "sending";

function Send({ projectId, rows, chainId, wallet, isBegun, latest, onOutcomes }: SendProps) {
  const walletWords = useMessages();
  const connected = useWalletClient();
  const [step, setStep] = useState<Step>("asking");

  const callsOf = async (wanted: readonly SignableRow[]): Promise<PreparedRefunds> => {
    const ids = wanted.map(({ id }) => id);
    const { refunds, at } = latest.current;
    if (Date.now() - at < freshMs) return refunds.filter(({ refundId }) => ids.includes(refundId));
    const answer = await prepareTogether(projectId, ids);
    if (!answer.ok) throw new PrepareRefused(answer.error);
    return answer.data;
  };
  const sendOnce = async (client: Awaited<ReturnType<typeof connected>>): Promise<void> => {
    setStep("once");
    const sent = await sendRefundsTogether(client, await callsOf(rows), () => setStep("sending"));
    for (const row of rows) onOutcomes([await report(projectId, row, sent)]);
  };
  const sendEach = async (client: Awaited<ReturnType<typeof connected>>): Promise<void> => {
    setStep("each");
    for (const row of rows) {
      try {
        for (const refund of await callsOf([row]))
          onOutcomes([await report(projectId, row, await sendRefundAlone(client, refund))]);
      } catch (error) {
        // The others can still be sent; after the wallet's refusal its owner decides.
        if (!(error instanceof PrepareRefused) || rows.length === 1) throw error;
        onOutcomes([outcomeOf(row, errorText(error.error), true)]);
      }
    }
  };

  const send = useMutation({
    mutationFn: async ({ alone }: { alone: boolean }): Promise<void> => {
      setStep("asking");
      const client = await connected(wallet.address, chainId);
      const request = client.request as WalletRequest;
      const isAlone = alone || rows.length === 1;
      if (isAlone || !(await takesCalls(request, chainId, wallet.address, true))) return sendEach(client);
      try {
        await sendOnce(client);
      } catch (error) {
        // It announced what it can't do, and sent nothing.
        if (walletProblem(error) !== "unsupported") throw error;
        await sendEach(client);
      }
    },
    // The prepared calls were used, with any outcome.
    onSettled: () => {
      latest.current = { refunds: [], at: 0 };
    },
  });
  const { mutate } = send;
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    mutate({ alone: false });
  }, [isBegun, mutate]);

  if (send.isPending && step === "sending") return <Working text={words.sending} />;
  if (send.isPending) return <AskingWallet text={askingText(step, wallet.name)} wallet={wallet.name} />;
  const { error } = send;
  return (
    <>
      <Problem
        text={
          error instanceof PrepareRefused
            ? errorText(error.error)
            : error && problemText(walletProblem(error), wallet.name, walletWords)
        }
      />
      <div className="my-2 flex flex-wrap gap-2">
        <button
          type="button"
          onClick={() => mutate({ alone: false })}
          className="button-compact button-primary"
        >
          {refundWords.send.send}
        </button>
        {rows.length > 1 && (
          <button
            type="button"
            onClick={() => mutate({ alone: true })}
            className="button-compact button-secondary"
          >
            {words.alone}
          </button>
        )}
      </div>
    </>
  );
}

function askingText(step: Step, wallet: string): string {
  if (step === "once") return fill(words.confirmOnce, { wallet });
  return fill(step === "each" ? words.confirmEach : refundWords.send.confirm, { wallet });
}

function outcomeOf({ id, name, amount }: SignableRow, text: string, isBad: boolean): Outcome {
  return { rowId: id, name: `${name}, ${amount}`, text, isBad, refundId: id };
}

/** Submits the hashes, which only speeds it up, unless one shows that its transaction doesn't pay this refund. */
async function report(projectId: string, row: SignableRow, sent: SentRefunds): Promise<Outcome> {
  if (sent.kind === "failed") return outcomeOf(row, words.failed, true);
  if (sent.kind === "unknown") return outcomeOf(row, words.unknown, true);
  const answers = await Promise.all(
    sent.txHashes.map((txHash) => callRowAction(projectId, "handInRefundHash", { refundId: row.id, txHash })),
  );
  const refused = answers.map((answer) => (answer.ok ? null : answer.error));
  const isUnpaid = refused.every((error) => error !== null && unpaid.has(error.code));
  if (!isUnpaid) return outcomeOf(row, words.done, false);
  // The chain shows it unpaid, so it can be sent again.
  forgetSentRefund(row.id);
  return outcomeOf(row, errorText(refused[0] ?? { code: "", message: words.failed }), true);
}

const unpaid: ReadonlySet<string> = new Set(["NO_MATCHING_TRANSFER", "TRANSACTION_REVERTED"]);
