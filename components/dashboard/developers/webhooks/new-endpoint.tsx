"use client";

import Link from "next/link";
import { useState } from "react";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import type { EventKind } from "@/lib/checkouts/events.rules";
import { webhookWords } from "../../messages/webhooks";
import { Card } from "../../ui/card";
import { SecretOnce } from "../../ui/form/secret-once";
import { EndpointForm } from "./endpoint-form";

const { form, secret: secretWords } = webhookWords;

type Made = { endpointId: string; secret: string };

/** Makes an endpoint, and then shows its secret once. */
export function NewEndpoint({
  projectId,
  kindHelp,
}: {
  projectId: string;
  kindHelp: Readonly<Record<EventKind, string>>;
}) {
  const state = useProjectAction(projectId, "createEndpoint");
  const [made, setMade] = useState<Made | null>(null);
  if (made === null) {
    return (
      <Card>
        <EndpointForm
          state={state}
          kindHelp={kindHelp}
          toInput={(values) => values}
          onDone={setMade}
          submit={form.create}
        />
      </Card>
    );
  }
  return (
    <Card title={secretWords.title} description={secretWords.made}>
      <div className="flex flex-col gap-4">
        <SecretOnce secret={made.secret} what={secretWords.what} />
        <div className="flex justify-end">
          <Link
            href={`/dashboard/projects/${projectId}/developers/webhooks/${made.endpointId}`}
            className="button-compact button-primary"
          >
            {secretWords.go}
          </Link>
        </div>
      </div>
    </Card>
  );
}
