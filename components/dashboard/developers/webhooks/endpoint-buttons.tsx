"use client";

import { Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { errorText } from "@/components/dashboard/messages/shell";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { shellWords } from "../../messages/shell";
import { webhookWords } from "../../messages/webhooks";
import { ConfirmProjectAction, Dialog } from "../../ui/form/dialog";
import { Notice } from "../../ui/notice";
import { EndpointForm, type EndpointValues } from "./endpoint-form";

type Place = { projectId: string; endpointId: string };

/** Sends a test, and opens its delivery. */
export function TestEndpoint({ projectId, endpointId }: Place) {
  const { act, pending, error } = useProjectAction(projectId, "testEndpoint");
  const router = useRouter();
  const send = async () => {
    const sent = await act({ endpointId });
    if (sent !== null)
      router.push(`/dashboard/projects/${projectId}/developers/webhooks/deliveries/${sent.deliveryId}`);
  };
  return (
    <>
      <button
        type="button"
        disabled={pending}
        onClick={() => void send()}
        className="button-compact button-primary"
      >
        <Send className="size-4" aria-hidden="true" />
        {webhookWords.test}
      </button>
      {error !== null && (
        <div className="w-full">
          <Notice kind="bad" role="alert">
            {errorText(error)}
          </Notice>
        </div>
      )}
    </>
  );
}

/** Enables, disables or removes an endpoint. */
export function EndpointState({ projectId, endpointId, isDisabled }: Place & { isDisabled: boolean }) {
  const enable = useProjectAction(projectId, "enableEndpoint");
  const router = useRouter();
  return (
    <>
      {isDisabled ? (
        <button
          type="button"
          disabled={enable.pending}
          onClick={() => void enable.act({ endpointId })}
          className="button-compact button-secondary"
        >
          {webhookWords.enable}
        </button>
      ) : (
        <ConfirmProjectAction
          projectId={projectId}
          action="disableEndpoint"
          label={webhookWords.disable}
          title={webhookWords.disableTitle}
          description={webhookWords.disableDescription}
          confirm={webhookWords.disable}
          input={{ endpointId }}
        />
      )}
      <ConfirmProjectAction
        projectId={projectId}
        action="deleteEndpoint"
        label={webhookWords.remove}
        variant="danger"
        title={webhookWords.removeTitle}
        description={webhookWords.removeDescription}
        confirm={webhookWords.remove}
        input={{ endpointId }}
        onDone={() => router.replace(`/dashboard/projects/${projectId}/developers/webhooks`)}
      />
    </>
  );
}

/** Changes URL, name and kinds. */
export function EditEndpoint({ projectId, endpointId, values }: Place & { values: EndpointValues }) {
  const state = useProjectAction(projectId, "updateEndpoint");
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className="button-compact button-secondary">
        {webhookWords.form.edit}
      </button>
      <Dialog open={open} onClose={close} title={webhookWords.form.editTitle}>
        <EndpointForm
          state={state}
          values={values}
          toInput={(changed) => ({ endpointId, ...changed })}
          onDone={close}
          submit={webhookWords.form.save}
          beside={
            <button type="button" onClick={close} className="button-compact button-secondary">
              {shellWords.cancel}
            </button>
          }
        />
      </Dialog>
    </>
  );
}
