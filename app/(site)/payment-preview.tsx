import { Clock, Copy, Wallet } from "lucide-react";
import { TokenMark } from "@/components/ui/marks";

/** The payment page in small, drawn here: it follows the theme, and needs no picture that grows old. */
export function PaymentPreview({ baseUrl }: { baseUrl: string }) {
  return (
    <div
      role="img"
      aria-label="The payment page: Send 4.50 USDC on Base, from a wallet or by copying the address."
      className="mx-auto w-full max-w-sm overflow-hidden rounded-3xl border border-line bg-card shadow-lg"
    >
      <div aria-hidden="true">
        <div className="border-line border-b bg-well px-6 py-4">
          <div className="flex items-center gap-3">
            <span className="grid size-9 place-items-center rounded-xl bg-ink font-semibold text-card">
              C
            </span>
            <span className="font-medium">Corner Coffee</span>
            <span className="caption ms-auto flex items-center gap-1">
              <Clock className="size-4" />
              29:41
            </span>
          </div>
          <div className="mt-3 flex justify-between">
            <span className="text-muted">Flat white</span>
            <span className="font-semibold">$4.50</span>
          </div>
        </div>
        <div className="px-6 py-6">
          <p className="flex items-center gap-3 font-semibold text-long tracking-tight">
            <TokenMark iconUrl={`${baseUrl}/tokens/usdc.svg`} className="size-8" />
            Send 4.50 USDC
          </p>
          <p className="mt-1 text-muted">on Base</p>
          <p className="button button-primary mt-5">
            <Wallet className="size-5" />
            Connect wallet
          </p>
          <p className="caption mt-5">Or send manually to this address</p>
          <p className="mt-1 flex items-center justify-between gap-3 rounded-xl border border-line bg-well px-4 py-3 font-mono text-sm">
            0x8f3C…21a9
            <Copy className="size-5 text-accent" />
          </p>
        </div>
      </div>
    </div>
  );
}
