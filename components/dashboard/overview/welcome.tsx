import { Image as ImageSign, Link2, Store } from "lucide-react";
import { HandOver } from "@/components/dashboard/checkouts/new-checkout-form";
import { Step } from "@/components/dashboard/developers/keys/key-and-request";
import { PageHeader } from "@/components/dashboard/ui/card";
import { ShortHex } from "@/components/dashboard/ui/hex";
import { Link } from "@/components/dashboard/ui/link";
import { overviewWords, welcomeWords as words } from "../messages/overview";
import { PayACent } from "./pay-a-cent";

type Props = {
  projectId: string;
  settlementWallet: string;
  hasLogo: boolean;
  /** Address of the newest open payment link; null without one. */
  linkUrl: string | null;
  may: { changeSettings: boolean; manageLinks: boolean; createCheckouts: boolean };
  /** The checkouts that nobody has paid yet. */
  latest: React.ReactNode;
};

/** Shown until a project's first payment: its set-up, without code. */
export function Welcome({ projectId, settlementWallet, hasLogo, linkUrl, may, latest }: Props) {
  const base = `/dashboard/projects/${projectId}`;
  const { wallet, looks, link, cent } = words;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={overviewWords.title} />
      <div>
        <h2 className="font-semibold text-base">{words.title}</h2>
        <p className="caption mt-0.5">{words.description}</p>
      </div>
      <ol className="flex max-w-3xl flex-col gap-4">
        <Step number={1} title={wallet.title} done>
          <p className="text-sm">{wallet.text}</p>
          <ShortHex value={settlementWallet} what={wallet.title} />
        </Step>
        <Step number={2} title={looks.title} done={hasLogo}>
          <p className="text-sm">{looks.text}</p>
          {may.changeSettings && (
            <div>
              <Link href={`${base}/settings`} className="button-compact button-secondary">
                <ImageSign className="size-4" aria-hidden="true" />
                {looks.link}
              </Link>
            </div>
          )}
        </Step>
        <Step number={3} title={link.title} done={linkUrl !== null}>
          <p className="text-sm">{linkUrl === null ? link.none : link.text}</p>
          {linkUrl !== null && <HandOver url={linkUrl} />}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
            {linkUrl !== null && (
              <a
                href={`${linkUrl}?till=1`}
                target="_blank"
                rel="noopener noreferrer"
                className="button-compact button-secondary"
              >
                <Store className="size-4" aria-hidden="true" />
                {link.till}
              </a>
            )}
            <Link href={`${base}/links`} className="text-link inline-flex items-center gap-2">
              <Link2 className="size-4" aria-hidden="true" />
              {linkUrl === null && may.manageLinks ? link.create : link.all}
            </Link>
          </div>
        </Step>
        <Step number={4} title={cent.title} done={false}>
          <p className="text-sm">{cent.text}</p>
          {may.createCheckouts ? (
            <PayACent projectId={projectId} />
          ) : (
            <p className="text-muted text-sm">{cent.ask}</p>
          )}
        </Step>
      </ol>
      <p className="text-sm">
        <Link href={`${base}/developers`} className="text-link">
          {words.developers}
        </Link>
      </p>
      {latest}
    </div>
  );
}
