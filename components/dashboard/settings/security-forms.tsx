"use client";

import { lazy, Suspense, useState } from "react";
import type { WalletHost } from "@/components/dashboard/account/wallet/choose-wallet";
import { counted } from "@/components/dashboard/messages/text";
import { DialogForm } from "@/components/dashboard/ui/form/dialog";
import { useWalletCheck, WalletField } from "@/components/dashboard/ui/form/wallet-field";
import { Code } from "@/components/dashboard/ui/hex";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { fill } from "@/lib/platform/i18n/message.rules";
import { withChecksums } from "@/lib/platform/values/checksum.rules";
import { shortHex } from "@/lib/platform/values/hex.rules";
import { settingsWords } from "../messages/settings";
import { Field, HexField, TokensField } from "../ui/form/field";
import { Notice } from "../ui/notice";
import { Choice, SettingRow, SettingsForm } from "./settings-form";

const modes = ["STRICT", "CONVENIENT"] as const;
type Mode = (typeof modes)[number];

type Props = {
  projectId: string;
  mayChange: boolean;
  refundMode: Mode;
  /** In whole tokens, such as "500.00". */
  dailyLimit: string;
  allowedWallets: readonly string[];
  /** What the service's refund wallet could send now, in words; empty for nothing. */
  exposed: readonly { amount: string; checkouts: number }[];
};

/** Who may refund, and where money may go: owners decide. */
export function RefundsForm(props: Props) {
  const { projectId, mayChange, refundMode, dailyLimit, allowedWallets, exposed } = props;
  const [mode, setMode] = useState<Mode>(refundMode);
  return (
    <SettingsForm
      projectId={projectId}
      action="changeGuardedSettings"
      mayChange={mayChange}
      toInput={(data) => ({
        refundMode: mode,
        refundDailyLimitUnits: String(data.get("refundDailyLimitUnits")),
        allowedWallets: String(data.get("allowedWallets"))
          .split(/[\s,]+/)
          .filter((wallet) => wallet !== ""),
      })}
    >
      <Choice
        legend={settingsWords.refunds}
        isTitled
        hint={settingsWords.refundsHint}
        name="refundMode"
        type="radio"
        options={modes.map((value) => ({ value, ...settingsWords.refundModes[value] }))}
        chosen={[refundMode]}
        onChoose={(value) => setMode(value as Mode)}
      />
      {(mode === "CONVENIENT" || exposed.length > 0) && (
        <Notice kind="warn">
          <p>{settingsWords.convenientWarning}</p>
          <p className="mt-2 font-medium">{settingsWords.exposed}</p>
          {exposed.length === 0 ? (
            <p>{settingsWords.exposedNone}</p>
          ) : (
            <ul className="tabular-nums">
              {exposed.map(({ amount, checkouts }) => (
                <li key={amount}>
                  {amount} · {counted(settingsWords.exposedCount, checkouts)}
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <div className="divide-y divide-line border-line border-t">
        <SettingRow name={settingsWords.limit} value={fill(settingsWords.limitValue, { limit: dailyLimit })}>
          <TokensField
            name="refundDailyLimitUnits"
            label={settingsWords.limit}
            hint={settingsWords.limitHint}
            value={dailyLimit}
          />
        </SettingRow>
        <SettingRow
          name={settingsWords.wallets}
          value={
            allowedWallets.length === 0
              ? settingsWords.walletsNone
              : allowedWallets.map((wallet) => shortHex(withChecksums(wallet))).join(", ")
          }
        >
          <Field name="allowedWallets" label={settingsWords.wallets} hint={settingsWords.walletsHint}>
            {(control) => (
              <textarea
                {...control}
                rows={Math.max(2, allowedWallets.length)}
                spellCheck={false}
                autoComplete="off"
                dir="ltr"
                defaultValue={withChecksums(allowedWallets.join("\n"))}
                className="field-compact h-auto py-2 font-mono"
              />
            )}
          </Field>
        </SettingRow>
      </div>
    </SettingsForm>
  );
}

/** Requests another settlement wallet. */
export function RequestWalletChange({ projectId }: { projectId: string }) {
  const check = useWalletCheck(useProjectAction(projectId, "requestWalletChange"));
  return (
    <DialogForm
      opener={{ label: settingsWords.walletAsk }}
      state={check.state}
      title={settingsWords.walletNew}
      description={settingsWords.walletHint}
      toInput={(data) => ({ settlementWallet: String(data.get("settlementWallet")).trim() })}
      submit={settingsWords.walletRequest}
    >
      <WalletField
        check={check}
        name="settlementWallet"
        label={settingsWords.walletNew}
        hint={settingsWords.walletNewHint}
      />
    </DialogForm>
  );
}

// Wallet code is loaded on demand.
const ChooseWallet = lazy(() => import("@/components/dashboard/account/wallet/choose-wallet"));

type SignProps = {
  projectId: string;
  changeId: string;
  /** The present one, which must sign. */
  wallet: string;
  message: string;
  host: WalletHost;
};

/** The present wallet signs, here or elsewhere, to apply the change at once. */
export function SignWalletChange({ projectId, changeId, wallet, message, host }: SignProps) {
  const state = useProjectAction(projectId, "signWalletChange");
  const ask = async ({ address }: { address: string }) =>
    address === wallet
      ? ({ ok: true, data: { message } } as const)
      : ({
          ok: false,
          error: {
            code: "OTHER_WALLET",
            message: fill(settingsWords.signOther, { wallet: shortHex(withChecksums(wallet)) }),
            retryAfterMs: 0,
          },
        } as const);
  return (
    <DialogForm
      opener={{ label: settingsWords.sign }}
      state={state}
      title={settingsWords.signTitle}
      description={settingsWords.signText}
      above={(close) => (
        <>
          <div>
            <p className="mb-1 font-medium text-sm">{settingsWords.signWith}</p>
            <Suspense fallback={null}>
              <ChooseWallet
                host={host}
                ask={ask}
                onSigned={async ({ signature }: { signature: string }) => {
                  if ((await state.act({ changeId, signature: signature as `0x${string}` })) !== null)
                    close();
                  return null;
                }}
              />
            </Suspense>
          </div>
          <div>
            <p className="mb-1 font-medium text-sm">{settingsWords.signMessage}</p>
            <Code what={settingsWords.signMessage.toLowerCase()}>{message}</Code>
          </div>
        </>
      )}
      toInput={(data) => ({ changeId, signature: String(data.get("signature")).trim() })}
      submit={settingsWords.signConfirm}
    >
      <HexField name="signature" label={settingsWords.signature} />
    </DialogForm>
  );
}
