"use client";

import { type ComponentProps, useState } from "react";
import { walletFieldWords as words } from "@/components/dashboard/messages/settings";
import { listOf } from "@/components/dashboard/messages/text";
import { callApi, post } from "@/lib/browser/api";
import { fill } from "@/lib/platform/i18n/message.rules";
import { Notice } from "../notice";
import type { DialogForm } from "./dialog";
import { HexField } from "./field";

type Check = { kind: "key" | "contract" | "unknown"; deployedOn: string[]; missingOn: string[] };
type Action<Output> = ComponentProps<typeof DialogForm<Output>>["state"];

/**
 * Holds back saving a settlement wallet until a second press when the first one has to explain a contract wallet.
 * Checked on press: a notice that appears while typing would move the button.
 */
export function useWalletCheck<Output>(action: Action<Output>) {
  const [checkResult, setCheckResult] = useState<(Check & { wallet: string }) | null>(null);
  const [pending, setPending] = useState(false);
  const forget = () => setCheckResult(null);

  const act = async (input: { settlementWallet: string }): Promise<Output | null> => {
    const wallet = input.settlementWallet;
    if (checkResult?.wallet !== wallet) {
      setPending(true);
      const answer = await callApi<Check>("/api/dashboard/account/checkWallet", post({ wallet }));
      setPending(false);
      // The action refuses it too, with the reason.
      if (answer.ok && answer.data.kind !== "key") {
        action.reset();
        setCheckResult({ ...answer.data, wallet });
        return null;
      }
    }
    return action.act(input as never);
  };
  const reset = () => {
    forget();
    action.reset();
  };
  return { state: { ...action, act, reset, pending: pending || action.pending }, checkResult, forget };
}

type Props = ComponentProps<typeof HexField> & {
  check: Pick<ReturnType<typeof useWalletCheck>, "checkResult" | "forget">;
};

/** An address that will receive money; explains a contract wallet before it is saved. */
export function WalletField({ check: { checkResult, forget }, ...field }: Props) {
  return (
    <div>
      <HexField {...field} onChange={forget} />
      <div role="status" className="not-empty:mt-2">
        {checkResult?.kind === "contract" && (
          <Notice kind={checkResult.missingOn.length > 0 ? "warn" : "info"}>
            <div className="flex flex-col gap-2">
              <p className="font-medium">
                {fill(words.contract, { networks: listOf(checkResult.deployedOn) })}
              </p>
              {checkResult.missingOn.length > 0 && (
                <p>{fill(words.missing, { networks: listOf(checkResult.missingOn) })}</p>
              )}
              <p>{words.strict}</p>
              <p>{words.convenient}</p>
              <p className="font-medium">{words.again}</p>
            </div>
          </Notice>
        )}
        {checkResult?.kind === "unknown" && (
          <Notice kind="warn">
            <p>{words.unknown}</p>
            <p className="mt-2 font-medium">{words.again}</p>
          </Notice>
        )}
      </div>
    </div>
  );
}
