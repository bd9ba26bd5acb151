"use client";

import { ImageUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useId, useRef, useState } from "react";
import { uploadLogo, useProjectAction, withFreshProof } from "@/lib/browser/dashboard/use-action";
import { settingsWords } from "../messages/settings";
import { shellWords } from "../messages/shell";
import { ConfirmAction } from "../ui/form/confirm-action";
import { Notice } from "../ui/notice";

type Props = { projectId: string; mayChange: boolean; logoDigest: string | null };

const maxBytes = 256 * 1024;

/** Uploads or removes the project's logo. */
export function LogoForm({ projectId, mayChange, logoDigest }: Props) {
  const router = useRouter();
  const remove = useProjectAction(projectId, "removeLogo");
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [state, setState] = useState<"still" | "sending" | "saved">("still");
  const [fault, setFault] = useState<string | null>(null);

  const send = async (file: File) => {
    setFault(null);
    // The server would refuse it after the whole upload.
    if (file.size > maxBytes) {
      setFault(settingsWords.logoTooLarge);
      return;
    }
    setState("sending");
    const answer = await withFreshProof(() => uploadLogo(projectId, file));
    setState(answer.ok ? "saved" : "still");
    if (answer.ok) router.refresh();
    else setFault(answer.error.code === "UNREACHABLE" ? shellWords.unreachable : answer.error.message);
  };

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4">
        {logoDigest === null ? (
          <p className="text-muted text-sm">{settingsWords.logoNone}</p>
        ) : (
          // biome-ignore lint/performance/noImgElement: a small picture of our own, made when it was uploaded.
          <img
            src={`/logos/${logoDigest}`}
            alt={settingsWords.logoAlt}
            width={64}
            height={64}
            className="size-16 rounded-xl border border-line object-contain"
          />
        )}
        {mayChange && (
          <div className="flex flex-wrap gap-2">
            <input
              ref={input}
              id={id}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              tabIndex={-1}
              aria-label={settingsWords.logo}
              className="sr-only"
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? [];
                if (file !== undefined) void send(file);
                // Allows choosing the same file again.
                event.currentTarget.value = "";
              }}
            />
            <button
              type="button"
              disabled={state === "sending"}
              onClick={() => input.current?.click()}
              className="button-compact button-secondary"
            >
              <ImageUp className="size-4" aria-hidden="true" />
              {state === "sending"
                ? settingsWords.logoSending
                : logoDigest === null
                  ? settingsWords.logoChoose
                  : settingsWords.logoReplace}
            </button>
            {logoDigest !== null && (
              <ConfirmAction
                label={settingsWords.logoRemove}
                look="quiet"
                title={settingsWords.logoRemoveTitle}
                description={settingsWords.logoRemoveText}
                confirm={settingsWords.logoRemove}
                state={remove}
                input={{}}
                onDone={() => setState("still")}
              />
            )}
          </div>
        )}
      </div>
      <p className="caption">{settingsWords.logoHint}</p>
      <p role="status" className="text-ok text-sm empty:hidden">
        {state === "saved" && settingsWords.logoSaved}
      </p>
      {fault !== null && (
        <Notice kind="bad" role="alert">
          {fault}
        </Notice>
      )}
    </div>
  );
}
