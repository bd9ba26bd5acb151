"use client";

import type { ComponentProps } from "react";
import { useConnection } from "wagmi";
import { LoaderCircle, Smartphone } from "@/components/ui/icons";
import type { PayStep } from "@/lib/browser/wallet/pay-choice";
import { useSlow } from "@/lib/browser/wallet/use-slow";
import { peerOf } from "@/lib/browser/wallet-connect/wallet-connect";
import { fill, type Template } from "@/lib/platform/i18n/message.rules";
import type { LiveMessages } from "../messages/catalogue";
import { useMessages } from "../messages-provider";
import { OtherWays } from "./review-parts";

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
