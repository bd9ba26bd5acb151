"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { verifyPayment } from "@/lib/client/checkout-api";
import { useMessages } from "../messages-provider";
import { lookupFound, lookupProblem } from "./lookup-text";

export type PaymentLookupProps = {
  checkoutId: string;
  /** The network that was selected; the first of the list where there was none. */
  chainId: number | null;
  networks: readonly { chainId: number; name: string }[];
};

const hashPattern = /^0x[0-9a-fA-F]{64}$/;

/** Looks a payment up by its transaction hash and says what was found. */
export function PaymentLookup({ checkoutId, chainId, networks }: PaymentLookupProps) {
  const t = useMessages();
  const router = useRouter();
  const id = useId();
  const [looking, setLooking] = useState(false);
  const [problem, setProblem] = useState("");
  const [found, setFound] = useState("");

  const lookUp = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const txHash = String(form.get("txHash") ?? "").trim();
    setFound("");
    setProblem("");
    if (!hashPattern.test(txHash)) {
      setProblem(t.hashShape);
      return;
    }
    setLooking(true);
    const answer = await verifyPayment(checkoutId, { txHash, chainId: Number(form.get("chainId")) });
    setLooking(false);
    if (answer.ok) setFound(lookupFound(answer.data.status, t));
    else setProblem(lookupProblem(answer.error.code, t));
    router.refresh();
  };

  return (
    <>
      <p className="unscripted mt-3">{t.verifyNoScript}</p>
      <form onSubmit={(event) => void lookUp(event)} noValidate className="scripted mt-4 grid gap-4">
        <div>
          <label htmlFor={`${id}-hash`} className="caption">
            {t.hashLabel}
          </label>
          <input
            id={`${id}-hash`}
            name="txHash"
            placeholder={t.hashPlaceholder}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-invalid={problem !== ""}
            aria-describedby={`${id}-problem`}
            className="field mt-1 font-mono"
          />
        </div>
        {networks.length > 1 && (
          <div>
            <label htmlFor={`${id}-network`} className="caption">
              {t.networkLabel}
            </label>
            <select
              id={`${id}-network`}
              name="chainId"
              defaultValue={chainId ?? networks[0]?.chainId}
              className="field mt-1"
            >
              {networks.map((network) => (
                <option key={network.chainId} value={network.chainId}>
                  {network.name}
                </option>
              ))}
            </select>
          </div>
        )}
        {networks.length === 1 && <input type="hidden" name="chainId" value={networks[0]?.chainId} />}
        <p id={`${id}-problem`} role="alert" className="text-bad empty:hidden">
          {problem}
        </p>
        <p role="status" className="text-ok empty:hidden">
          {found}
        </p>
        <button type="submit" disabled={looking} className="button button-primary">
          {looking ? t.lookingUp : t.lookUp}
        </button>
      </form>
    </>
  );
}
