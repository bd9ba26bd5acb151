"use client";

import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { useConnection } from "wagmi";
import { displayAmount } from "@/components/checkout/text/amounts";
import { LoaderCircle, Smartphone } from "@/components/ui/icons";
import { NetworkMark } from "@/components/ui/marks";
import type { PayStep } from "@/lib/browser/wallet/pay-choice";
import { useSwitchNetwork } from "@/lib/browser/wallet/switch-network";
import { useSlow } from "@/lib/browser/wallet/use-slow";
import type { WalletNetwork as Network } from "@/lib/browser/wallet/wallet-config";
import type { Holding, WalletChoice } from "@/lib/browser/wallet/wallet-order";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import { peerOf } from "@/lib/browser/wallet-connect/wallet-connect";
import { fill, type Template } from "@/lib/platform/i18n/message.rules";
import type { LiveMessages } from "../messages/catalogue";
import { useMessages } from "../messages-provider";
import { switchProblem } from "./problem-text";

type WaysProps = {
  isDeadEnd: boolean;
  onLeave: () => void;
  /** Undefined where nothing can be sent manually. */
  onManual?: () => void;
};

/** The ways to pay without this wallet; large where it can't pay. */
export function OtherWays({ isDeadEnd, onLeave, onManual }: WaysProps) {
  const t = useMessages();
  if (!isDeadEnd)
    return (
      <button type="button" onClick={onLeave} className="text-link mt-4 text-sm">
        {t.walletOther}
      </button>
    );
  return (
    <div className="mt-4 grid gap-3">
      <button type="button" onClick={onLeave} className="button button-secondary">
        {t.walletOther}
      </button>
      {onManual !== undefined && (
        <button type="button" onClick={onManual} className="button button-secondary">
          {t.walletManual}
        </button>
      )}
    </div>
  );
}

type EmptyProps = {
  payer: string;
  choices: readonly WalletChoice[];
  holdings: readonly Holding[] | undefined;
};

/** A wallet that holds too little of every choice, with what it holds of each. */
export function EmptyWallet({ payer, choices, holdings = [] }: EmptyProps) {
  const t = useMessages();
  return (
    <>
      <p role="alert" className="text-bad">
        {t.walletEmpty}
      </p>
      <dl className="mt-3 divide-y divide-line border-line border-y">
        <Row label={t.walletFrom} value={<Address value={payer} />} />
        {choices.map((choice, index) => (
          <Row
            key={`${choice.chainId}:${choice.tokenAddress}`}
            label={`${choice.tokenSymbol} ${fill(t.chooseOn, { network: choice.networkName })}`}
            value={fill(t.walletHasOf, {
              balance: amountOf(holdings[index]?.units?.toString() ?? null, choice, t),
              amount: amountOf(choice.amount, choice, t),
            })}
          />
        ))}
      </dl>
    </>
  );
}

function amountOf(units: string | null, { tokenDecimals }: WalletChoice, t: LiveMessages): string {
  return displayAmount(units, { decimals: tokenDecimals }, t);
}

/** One of the choices that the wallet can pay with. */
export function ChoiceRow(props: { choice: WalletChoice; checked: boolean; onPick: () => void }) {
  const { choice, checked, onPick } = props;
  const t = useMessages();
  const amount = displayAmount(choice.amount, { decimals: choice.tokenDecimals }, t);
  return (
    <label className="flex min-h-12 items-center gap-3 rounded-xl border border-line-strong px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="wallet-choice"
        checked={checked}
        onChange={onPick}
        className="size-4 accent-accent"
      />
      <NetworkMark chainId={choice.chainId} />
      <span className="wrap-anywhere min-w-0 flex-1">
        <bdi translate="no">{`${amount} ${choice.tokenSymbol}`}</bdi>{" "}
        <span className="text-muted">{fill(t.chooseOn, { network: choice.networkName })}</span>
      </span>
    </label>
  );
}

/** Pays as soon as it is on the page, also where React runs its effect twice. */
export function PayAtOnce({ onPay }: { onPay: () => void }) {
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    onPay();
  }, [onPay]);
  return null;
}

export function Row({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5">
      <dt className="caption">{label}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

export function Address({ value }: { value: string }) {
  return (
    <span title={value} dir="ltr" translate="no" className="font-mono text-sm">
      {`${value.slice(0, 8)}…${value.slice(-6)}`}
    </span>
  );
}

type Props = {
  text: string;
  wallet: string;
  /** The ways on without this wallet, large once it has not answered for a while; undefined where the caller has them. */
  ways?: WaysOn;
};

type WaysOn = Pick<ComponentProps<typeof OtherWays>, "onLeave" | "onManual">;

/** Waits for the wallet's owner. On a phone, a link opens a wallet behind the relay: nothing else would. */
export function AskingWallet({ text, wallet, ways }: Props) {
  const t = useMessages();
  const { connector } = useConnection();
  const isSlow = useSlow(text);
  const href = matchMedia("(pointer: coarse)").matches ? (peerOf(connector)?.href ?? null) : null;
  return (
    <>
      <Working text={text} />
      {href !== null && (
        <a href={href} target="_blank" rel="noopener noreferrer" className="button button-primary mt-4">
          <Smartphone className="size-5" />
          <span>{fill(t.walletOpen, { wallet })}</span>
        </a>
      )}
      <p role="status" className="mt-4 text-warn empty:hidden">
        {isSlow && fill(t.walletSlow, { wallet })}
      </p>
      {ways !== undefined && <OtherWays isDeadEnd={isSlow} {...ways} />}
    </>
  );
}

export function Working({ text }: { text: string }) {
  return (
    <p role="status" className="mt-4 flex min-h-24 items-center justify-center gap-3">
      <LoaderCircle className="size-5 animate-spin text-accent" />
      <span>{text}</span>
    </p>
  );
}

/** The text while the wallet is asked. */
export function stepWords(
  step: Exclude<PayStep, "selecting">,
  t: LiveMessages,
): Template<"wallet" | "network" | "amount" | "token"> {
  switch (step) {
    case "switching":
      return t.walletSwitching;
    case "permitting":
      return t.gaslessPermit;
    case "signing":
      return t.gaslessSign;
    case "confirming":
      return t.walletConfirm;
    default:
      return step satisfies never;
  }
}

type WalletNetworkProps = {
  order: Pick<Network, "chainId" | "networkName" | "nativeCurrency">;
  walletName: string;
};

/** The wallet is on another network: one button to switch, plain words if it refuses. */
export function WalletNetwork({ order, walletName }: WalletNetworkProps) {
  const t = useMessages();
  const switching = useSwitchNetwork(order);
  const values = { wallet: walletName, network: order.networkName };
  if (switching.isPending) return <AskingWallet text={fill(t.walletSwitching, values)} wallet={walletName} />;
  return (
    <>
      <p className="font-medium">{fill(t.walletSwitchTitle, values)}</p>
      <p role="alert" className="mt-2 text-bad empty:hidden">
        {switching.isError && switchProblem(walletProblem(switching.error), values, t)}
      </p>
      <button type="button" onClick={() => switching.mutate()} className="button button-primary mt-4">
        {fill(t.walletSwitch, values)}
      </button>
    </>
  );
}
