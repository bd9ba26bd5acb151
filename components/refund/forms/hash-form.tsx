"use client";

import { CircleCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { fill } from "@/components/checkout/text/fill";
import { submitRefundTransaction } from "@/lib/browser/refund-api";
import { Problem } from "../problem";
import { hashProblem } from "../problem-text";
import { useRefundMessages } from "../refund-messages-provider";

const hashPattern = /^0x[0-9a-fA-F]{64}$/;

type Props = {
  token: string;
  network: string;
  /** Error code of a submission without scripts; empty for none. */
  problemCode: string;
};

/** Takes the hash of a transaction sent elsewhere. A plain form without scripts. */
export function HashForm({ token, network, problemCode }: Props) {
  const t = useRefundMessages();
  const router = useRouter();
  const [looking, setLooking] = useState(false);
  const [problem, setProblem] = useState(
    problemCode === "" ? "" : fill(hashProblem(problemCode, t), { network }),
  );
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
    else setProblem(fill(hashProblem(answer.error.code, t), { network }));
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
            <CircleCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
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
