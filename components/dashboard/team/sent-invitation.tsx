"use client";

import { teamWords } from "../messages/team";
import { Dialog } from "../ui/form/dialog";
import { SecretOnce } from "../ui/form/secret-once";

export type Sent = { email: string; url: string | null; mailed: boolean };

/** The link of an invitation that was just sent; it cannot be shown again. */
export function SentInvitation({ sent, onClose }: { sent: Sent | null; onClose: () => void }) {
  return (
    <Dialog open={sent !== null} onClose={onClose} title={teamWords.sentTitle} insistent>
      {sent !== null && (
        <>
          <p className="text-sm">
            {sent.mailed ? teamWords.sentMailed(sent.email) : teamWords.sentNotMailed(sent.email)}
          </p>
          {sent.url !== null && <SecretOnce secret={sent.url} what={teamWords.link} />}
          <div className="flex justify-end">
            <button type="button" onClick={onClose} className="button-compact button-primary">
              {teamWords.done}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
