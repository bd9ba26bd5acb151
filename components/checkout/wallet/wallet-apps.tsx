import { ExternalLink } from "lucide-react";
import { walletAppLinks } from "@/lib/browser/wallet/wallet-config";
import { useMessages } from "../messages-provider";

/** For a phone whose browser has no wallet: plain links that open the page in a wallet's app. */
export function WalletApps() {
  const t = useMessages();
  if (!matchMedia("(pointer: coarse)").matches) return null;
  return (
    <section aria-labelledby="wallet-apps" className="mt-6">
      <h3 id="wallet-apps" className="caption">
        {t.walletApps}
      </h3>
      <ul className="mt-2 grid gap-2">
        {walletAppLinks(location.href).map(({ name, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              referrerPolicy="no-referrer"
              className="flex min-h-14 items-center gap-3 rounded-xl border border-line-strong px-4 font-medium transition-colors duration-150 hover:bg-well"
            >
              <span className="flex-1">{name}</span>
              <ExternalLink className="size-5 text-muted rtl:-scale-x-100" aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
