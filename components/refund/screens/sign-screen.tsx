import type { ReactNode } from "react";
import { CopyField } from "@/components/checkout/pay/copy-field";
import { ScreenTitle } from "@/components/checkout/screen-parts";
import { fill } from "@/components/checkout/text/fill";
import { FullAddress } from "@/components/ui/full-address";
import type { RefundCallView } from "@/lib/checkouts/refunds/refund.schema";
import { checksummed } from "@/lib/platform/primitives.schema";
import { HashForm } from "../forms/hash-form";
import type { RefundScreenProps } from "../screen-props";
import { SignWithWallet } from "../wallet/sign-with-wallet";
import { SignedGuard } from "../wallet/signed-guard";

type Hex = `0x${string}`;

/** For the merchant: the amount, the wallet, and the exact call. */
export function SignScreen(props: RefundScreenProps & { call: RefundCallView }) {
  const { view, token, call, problem, demoWallet, walletConnect, values, t } = props;
  const isTransfer = call.method === "transfer";
  const contract = checksummed(call.to as Hex);
  return (
    <>
      <ScreenTitle>{t.signTitle}</ScreenTitle>
      <p className="mt-2 text-muted">{isTransfer ? t.signTransferHint : t.signRefundHint}</p>
      <dl className="mt-6 divide-y divide-line rounded-2xl border border-line px-5">
        <Row label={t.signSends}>
          <span className="font-semibold">
            {values.amount} {fill(t.onNetwork, values)}
          </span>
        </Row>
        <Row label={t.signTo}>
          <FullAddress value={checksummed((view.destinationAddress ?? "0x") as Hex)} />
        </Row>
        <Row label={t.signFrom}>
          <FullAddress value={checksummed(call.from as Hex)} />
        </Row>
        <Row label={t.signContract}>
          <FullAddress value={contract} />
        </Row>
        <Row label={t.signFunction}>{isTransfer ? t.signFunctionTransfer : t.signFunctionRefund}</Row>
      </dl>
      <SignedGuard
        refundId={view.id}
        network={values.network}
        blockExplorerUrl={view.network?.blockExplorerUrl ?? ""}
      >
        <SignWithWallet
          view={view}
          call={call}
          token={token}
          values={values}
          demoWallet={demoWallet}
          walletConnect={walletConnect}
          wanted={checksummed(call.from as Hex)}
        />
        <section aria-labelledby="signed-elsewhere" className="mt-8 border-line border-t pt-6">
          <h2 id="signed-elsewhere" className="font-semibold">
            {t.hashTitle}
          </h2>
          <p className="unscripted mt-2">{t.signNoScript}</p>
          <details className="mt-1">
            <summary className="w-fit rounded py-2.5 text-accent underline-offset-4 hover:underline">
              {t.signRaw}
            </summary>
            <p className="caption">{fill(t.signRawHint, values)}</p>
            <div className="mt-3 grid gap-3">
              <CopyField
                label={t.signContract}
                value={contract}
                kind="address"
                copyLabel={t.copyContract}
                copiedMessage={t.copiedContract}
              />
              <CopyField
                label={t.dataLabel}
                value={call.data}
                kind="code"
                copyLabel={t.copyData}
                copiedMessage={t.copiedData}
              />
            </div>
          </details>
          <p className="mt-2 text-muted">{t.hashHint}</p>
          <HashForm token={token} network={values.network} problemCode={problem} />
        </section>
      </SignedGuard>
    </>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="py-3">
      <dt className="caption">{label}</dt>
      <dd className="mt-0.5 text-sm">{children}</dd>
    </div>
  );
}
