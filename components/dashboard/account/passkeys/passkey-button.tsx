"use client";

import { KeyRound } from "lucide-react";
import { errorText } from "@/components/dashboard/messages/errors";
import { shellWords } from "@/components/dashboard/messages/shell";
import { Problem } from "@/components/dashboard/ui/notice";
import type { ActState } from "@/lib/browser/dashboard/use-action";

type Props<Output> = {
  /** From `usePasskey`. */
  state: ActState<unknown, Output>;
  label: string;
  className: string;
  onDone: (output: Output) => void;
  /** The browser used no passkey, or the service refused it. */
  onFailed?: () => void;
};

/** A button that has a passkey sign, and the reason when that failed. */
export function PasskeyButton<Output>({ state, label, className, onDone, onFailed }: Props<Output>) {
  const { act, pending, error } = state;
  const sign = async () => {
    const output = await act({});
    if (output === null) onFailed?.();
    else onDone(output);
  };
  return (
    <>
      <Problem text={error && errorText(error)} />
      <button type="button" disabled={pending} onClick={() => void sign()} className={className}>
        <KeyRound className="size-4" aria-hidden="true" />
        {pending ? shellWords.working : label}
      </button>
    </>
  );
}
