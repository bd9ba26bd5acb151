"use client";

import { ShieldCheck } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { accountWords } from "@/components/dashboard/messages/account";
import { errorText, shellWords } from "@/components/dashboard/messages/shell";
import { counted } from "@/components/dashboard/messages/text";
import { Badge, Card } from "@/components/dashboard/ui/card";
import { CopyButton } from "@/components/dashboard/ui/copy-button";
import { ConfirmAccountAction, Dialog } from "@/components/dashboard/ui/form/dialog";
import { Notice, Problem } from "@/components/dashboard/ui/notice";
import { useAccountAction } from "@/lib/browser/dashboard/use-action";

/** New codes: they are shown only once. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const words = accountWords.factor;
  return (
    <div className="flex flex-col gap-4">
      <ul
        dir="ltr"
        className="grid gap-x-6 gap-y-1 rounded-xl border border-line bg-well px-4 py-3 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <Notice kind="warn">{shellWords.copyOnce}</Notice>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton value={codes.join("\n")} what={words.codesName} withLabel />
        <button type="button" onClick={onKept} className="button-compact button-primary">
          {words.kept}
        </button>
      </div>
    </div>
  );
}

// The QR code's code is loaded only for the setup.
const FactorSetup = lazy(() => import("@/components/dashboard/account/factor-setup"));

const few = 3;

/** The second factor: set up, renewed, turned off. */
export function FactorCard({ isOn, codesLeft }: { isOn: boolean; codesLeft: number }) {
  const words = accountWords.factor;
  const begin = useAccountAction("beginSecondFactor");
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const setUp = async () => setBegun(await begin.act({}));
  const showCodes = ({ recoveryCodes }: { recoveryCodes: readonly string[] }) => {
    setBegun(null);
    setCodes(recoveryCodes);
  };
  return (
    <Card
      title={words.title}
      description={words.description}
      actions={
        <Badge tone={isOn ? "ok" : "neutral"} {...(isOn ? { icon: ShieldCheck } : {})}>
          {isOn ? words.on : words.off}
        </Badge>
      }
    >
      {isOn ? (
        <div className="flex flex-col gap-4">
          <p className="text-sm">{counted(words.codesLeft, codesLeft)}</p>
          {codesLeft < few && <Notice kind="warn">{words.fewLeft}</Notice>}
          <div className="flex flex-wrap justify-end gap-2">
            <ConfirmAccountAction
              action="removeSecondFactor"
              label={words.turnOff}
              variant="danger"
              title={words.turnOffTitle}
              description={words.turnOffDescription}
              confirm={words.turnOff}
              input={{}}
            />
            <ConfirmAccountAction
              action="renewRecoveryCodes"
              label={words.renew}
              title={words.renewTitle}
              description={words.renewDescription}
              confirm={words.renewConfirm}
              input={{}}
              onDone={showCodes}
            />
          </div>
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <Problem text={begin.error && errorText(begin.error)} />
          <button
            type="button"
            disabled={begin.pending}
            onClick={() => void setUp()}
            className="button-compact button-primary self-end"
          >
            {words.setUp}
          </button>
        </div>
      )}
      <Dialog open={begun !== null} onClose={() => setBegun(null)} title={words.setUpTitle}>
        {begun !== null && (
          <Suspense>
            <FactorSetup {...begun} onDone={showCodes} />
          </Suspense>
        )}
      </Dialog>
      <Dialog
        open={codes !== null}
        onClose={() => setCodes(null)}
        title={words.codesTitle}
        description={words.codesDescription}
        insistent
      >
        {codes !== null && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      </Dialog>
    </Card>
  );
}
