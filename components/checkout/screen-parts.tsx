import type { ReactNode } from "react";
import { Filled } from "@/components/ui/filled";
import { CircleAlert, Info, LifeBuoy, TriangleAlert, WifiOff } from "@/components/ui/icons";
import { NetworkMark } from "@/components/ui/marks";
import { fill, type Template, type Values } from "@/lib/platform/i18n/message.rules";
import type { ScreenProps } from "./screen-props";

const tones = {
  info: { sign: Info, style: "border-line bg-well" },
  warn: { sign: TriangleAlert, style: "border-transparent bg-warn-soft text-warn" },
  bad: { sign: CircleAlert, style: "border-transparent bg-bad-soft text-bad" },
} as const;

/** A fact that changes what to do, set off by icon and words, not only by colour. */
export function Banner({ tone, alert = false, children }: Props) {
  const { sign: Sign, style } = tones[tone];
  return (
    <div
      role={alert ? "alert" : undefined}
      className={`mt-4 flex gap-3 rounded-xl border px-4 py-3 ${style}`}
    >
      <Sign className="mt-0.5 size-5 shrink-0" />
      <div className="wrap-anywhere min-w-0 text-pretty">{children}</div>
    </div>
  );
}

/** For `Follow`. */
export const offlineSign = <WifiOff className="mt-0.5 size-4 shrink-0 text-warn" />;

type Props = {
  tone: keyof typeof tones;
  /** Announced as soon as it appears. */
  alert?: boolean;
  children: ReactNode;
};

/** Longer text does not fit into one line of a phone at the size of a title. */
const mostAtDisplaySize = 15;

/** The heading of a screen: takes the focus when the screen changes. */
export function ScreenTitle<Name extends string>({
  children,
  values,
}: {
  children: string | Template<Name>;
  values?: Values<Name>;
}) {
  const size =
    longestWord(values === undefined ? String(children) : fill(children, values)) > mostAtDisplaySize
      ? "text-long"
      : "text-display";
  return (
    <h1
      id="screen-title"
      tabIndex={-1}
      className={`wrap-anywhere text-balance font-semibold tracking-tight ${size}`}
    >
      {values === undefined ? <bdi>{String(children)}</bdi> : <Filled text={children} values={values} />}
    </h1>
  );
}

/** A screen with one message, and what happens next. */
export function Notice({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col justify-center py-2 md:py-6">
      <span
        aria-hidden="true"
        className="grid size-12 place-items-center rounded-full bg-well text-muted print:hidden"
      >
        {icon}
      </span>
      <div className="mt-4">
        <ScreenTitle>{title}</ScreenTitle>
      </div>
      <div className="wrap-anywhere mt-3 grid gap-4 text-pretty text-muted">{children}</div>
    </div>
  );
}

/** The way out of a checkout that was not paid: `cancelUrl`, never `successUrl`. */
export function BackToShop({ view, t }: ScreenProps) {
  if (view.cancelUrl === null) return <p>{t.backToShopYourself}</p>;
  return (
    <a href={view.cancelUrl} target="_top" className="button button-primary">
      {t.backToShop}
    </a>
  );
}

/** Leads to the merchant, on screens where something went wrong; nothing without a contact. */
export function ContactMerchant({ view: { supportContact, merchantName, referenceId, id }, t }: ScreenProps) {
  return (
    <Contact
      to={supportContact}
      about={referenceId ?? id}
      label={fill(t.contactMerchant, { merchant: merchantName })}
    />
  );
}

/** The shop's e-mail address or page; nothing without one. */
export function Contact({ to, about, label }: { to: string | null; about: string; label: string }) {
  if (to === null) return null;
  const isPage = to.startsWith("https:");
  const subject = encodeURIComponent(about);
  return (
    <p className="print:hidden">
      <a
        href={isPage ? to : `mailto:${to}?subject=${subject}`}
        target={isPage ? "_blank" : undefined}
        rel="noopener noreferrer"
        className="text-link"
      >
        <LifeBuoy className="size-4" />
        <span>{label}</span>
      </a>
    </p>
  );
}

/** The merchant: the name's first letter, a logo over it, and the name. If the logo fails to load, the letter stays. */
export function MerchantMark({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  return (
    <>
      <span className="relative grid size-9 shrink-0 place-items-center overflow-hidden rounded-xl bg-ink font-semibold text-base text-card">
        <span aria-hidden="true">{[...name].slice(0, 1).join("").toUpperCase()}</span>
        {logoUrl !== null && (
          // biome-ignore lint/performance/noImgElement: served by this service in its final size.
          <img
            // Pictures may only load from the host that serves the page.
            src={new URL(logoUrl).pathname}
            alt=""
            width={36}
            height={36}
            className="absolute inset-0 size-full object-contain"
          />
        )}
      </span>
      <bdi className="wrap-anywhere line-clamp-2 min-w-0 font-medium text-base">{name}</bdi>
    </>
  );
}

/** The line under a screen's title that names the network. */
export function NetworkLine({ chainId, children }: { chainId: number; children: ReactNode }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2">
      <NetworkMark chainId={chainId} />
      {children}
    </p>
  );
}

/**
 * The length of a text's longest word, which limits its font size. Scripts that break between any two characters, and
 * invisible marks, do not count.
 *
 * @example longestWord("Send 1,234.50 USDC") // 8
 */
export function longestWord(text: string): number {
  const words = text.replace(unseen, "").split(breaks);
  return Math.max(...words.map(({ length }) => length));
}

const unseen = /\p{Cf}/gu;
const breaks = /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/u;
