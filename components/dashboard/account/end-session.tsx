"use client";

import { useAccountAction } from "@/lib/browser/dashboard/use-action";
import { accountWords } from "../messages/account";
import { ConfirmAction } from "../ui/form/dialog";

const words = accountWords.sessions;

export function EndSession({ sessionId, device }: { sessionId: string; device: string }) {
  return (
    <ConfirmAction
      label={words.end}
      ariaLabel={words.endLabel(device)}
      title={words.endTitle}
      description={words.endDescription(device)}
      confirm={words.end}
      look="danger"
      state={useAccountAction("endSession")}
      input={{ sessionId }}
    />
  );
}

export function EndOtherSessions() {
  return (
    <ConfirmAction
      label={words.endOthers}
      title={words.endOthersTitle}
      description={words.endOthersDescription}
      confirm={words.endOthers}
      look="danger"
      state={useAccountAction("endOtherSessions")}
      input={{}}
    />
  );
}
