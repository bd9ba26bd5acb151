import Link from "next/link";
import { shortHex } from "@/lib/platform/hex.rules";
import { withChecksums } from "@/lib/platform/primitives.schema";
import { settingsWords } from "../../messages/settings";
import { Moment } from "../../ui/moment";
import { Notice } from "../../ui/notice";

type Props = { projectId: string; toWallet: string; effectiveAt: Date };

/** Stands above every page while a new settlement wallet waits: nobody shall miss it. */
export function WaitingWalletBanner({ projectId, toWallet, effectiveAt }: Props) {
  return (
    <div className="mb-5">
      <Notice kind="warn">
        {settingsWords.bannerText(shortHex(withChecksums(toWallet)))} {settingsWords.bannerAt}{" "}
        <Moment at={effectiveAt} />.{" "}
        <Link href={`/dashboard/projects/${projectId}/settings/security`} className="font-medium underline">
          {settingsWords.bannerLink}
        </Link>
      </Notice>
    </div>
  );
}
