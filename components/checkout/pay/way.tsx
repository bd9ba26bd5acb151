import type { ReactNode } from "react";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { ChevronRight, Send, Smartphone, Wallet } from "@/components/ui/icons";
import { Ways } from "./ways";

type Props = {
  id: "way-wallet" | "way-phone" | "send-yourself";
  icon: ReactNode;
  title: string;
  /** For the last one, which the server opens: allows its script, which may close it before its content is read. A picture of the page has none. */
  opener?: { nonce: string | undefined } | undefined;
  className?: string;
  children: ReactNode;
};

type WaysProps = {
  wallet: ReactNode;
  phone: ReactNode;
  manual: ReactNode;
  /** Whether a wallet can pay that is not in this browser: the demo's, or one that a relay connects. */
  hasOtherWallet: boolean;
  nonce: string | undefined;
  t: Messages;
};

/** The three ways to pay: of a checkout, and of a link that is about to create one. */
export function PayWays({ wallet, phone, manual, hasOtherWallet, nonce, t }: WaysProps) {
  return (
    <Ways>
      <Way
        id="way-wallet"
        icon={<Wallet className="size-5" />}
        title={t.walletChoose}
        className={`scripted ${hasOtherWallet ? "" : "pointer-coarse:not-in-wallet:hidden"}`}
      >
        {wallet}
      </Way>
      <Way
        id="way-phone"
        icon={<Smartphone className="size-5" />}
        title={t.onPhone}
        className="scripted in-wallet:hidden"
      >
        {phone}
      </Way>
      <Way id="send-yourself" icon={<Send className="size-5" />} title={t.sendYourself} opener={{ nonce }}>
        {manual}
      </Way>
    </Ways>
  );
}

/** One way to pay; of those with one name a browser opens one at a time. */
function Way({ id, icon, title, opener, className = "", children }: Props) {
  return (
    <details
      id={id}
      name="way"
      open={opener !== undefined}
      // `FirstWay` has opened another one.
      suppressHydrationWarning
      className={`group/way rounded-2xl border border-line open:border-line-strong ${className}`}
    >
      <summary className="flex min-h-14 items-center gap-3 rounded-2xl px-4 py-2">
        <span aria-hidden="true" className="text-muted group-open/way:text-ink">
          {icon}
        </span>
        <h2 className="wrap-anywhere min-w-0 flex-1 font-medium group-open/way:font-semibold">{title}</h2>
        <ChevronRight className="chevron size-5 shrink-0 text-muted" />
      </summary>
      {opener?.nonce !== undefined && <Script nonce={opener.nonce} text="openWay()" />}
      <div className="px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}

type FirstProps = { hasDemoWallet: boolean; wantsChange?: boolean; nonce: string | undefined };

/**
 * Opens the way that fits the device before the page is seen, so that nothing moves: a wallet that is here, a phone's wallet
 * apps, or sending. Before the ways, and also on screens that hide them for now; the last way calls it.
 */
export function FirstWay({ hasDemoWallet, wantsChange = false, nonce }: FirstProps) {
  const start = wantsChange ? '"send-yourself"' : hasDemoWallet ? '"way-wallet"' : "undefined";
  return <Script nonce={nonce} text={openWay.replace("start", start)} />;
}

function Script({ nonce, text }: { nonce: string | undefined; text: string }) {
  return (
    <script
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours.
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}

// A browser that can't keep one open closes the others here. The next screen opens the way that was pressed on this one.
const openWay = `{
const{dataset}=document.documentElement;
addEventListener("click",({target})=>{
const way=target.closest?.("[name=way]>summary")?.parentElement;
if(way)dataset.way=way.id});
window.openWay=()=>{
const ways=[...document.querySelectorAll("[name=way]")];
const id=dataset.way??start??("wallet"in dataset?"way-wallet":matchMedia("(pointer:coarse)").matches?"way-phone":"send-yourself");
const way=ways.find((one)=>one.id===id&&getComputedStyle(one).display!=="none");
if(way)for(const one of ways)one.open=one===way}
}`;
