import { fill } from "@/components/checkout/fill";
import { ScreenTitle } from "@/components/checkout/screen-title";
import { AddressForm } from "../forms/address-form";
import { claimProblem } from "../problem-text";
import type { RefundScreenProps } from "../screen-props";
import { ClaimBySignature } from "../wallet/claim-by-signature";

/** Two doors: an address, or the wallet that paid. */
export function AskScreen(props: RefundScreenProps) {
  const { view, token, named, problem, demoWallet, walletConnect, values, t } = props;
  const typed = named.kind === "none" ? "" : named.typed;
  const reason = named.kind === "bad" ? t[named.problem] : problem === "" ? "" : claimProblem(problem, t);
  // What is signed names token and network.
  const canSign = view.token !== null && view.network !== null;
  return (
    <>
      <ScreenTitle>{t.askTitle}</ScreenTitle>
      <p className="wrap-anywhere mt-2 text-muted">{fill(t.askHint, values)}</p>
      <div className="group/ways mt-6 grid gap-4">
        <section aria-labelledby="to-address" className="rounded-2xl border border-line p-5">
          <h2 id="to-address" className="font-semibold">
            {t.pasteTitle}
          </h2>
          <p className="mt-1 text-muted">{fill(t.pasteHint, values)}</p>
          <AddressForm token={token} values={values} typed={typed} problem={reason} />
        </section>
        {canSign && (
          <section aria-labelledby="to-wallet" className="scripted rounded-2xl border border-line p-5">
            <h2 id="to-wallet" className="font-semibold">
              {t.walletTitle}
            </h2>
            <p className="mt-1 text-muted">{t.walletHint}</p>
            <ClaimBySignature
              view={view}
              token={token}
              values={values}
              demoWallet={demoWallet}
              walletConnect={walletConnect}
            />
          </section>
        )}
      </div>
    </>
  );
}
