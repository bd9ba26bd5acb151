"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { testToolWords as words } from "@/components/dashboard/messages/developers";
import { errorText, shellWords } from "@/components/dashboard/messages/shell";
import { ShortHex } from "@/components/dashboard/ui/hex";
import { Notice } from "@/components/dashboard/ui/notice";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { fill } from "@/lib/platform/i18n/message.rules";
import { type TestTool, testTools } from "@/lib/projects/test-tools.rules";

/** All events that can be simulated for a checkout. */
export function ToolButtons({ projectId, checkoutId }: { projectId: string; checkoutId: string }) {
  const { act, pending, error } = useProjectAction(projectId, "applyTestTool");
  const id = useId();
  const [running, setRunning] = useState<TestTool | null>(null);
  const [done, setDone] = useState<{ tool: TestTool; txHash: string | null } | null>(null);
  const run = async (tool: TestTool) => {
    setRunning(tool);
    setDone(null);
    const result = await act({ checkoutId, tool });
    setRunning(null);
    if (result !== null) setDone({ tool, txHash: result.txHash });
  };
  return (
    <div className="flex flex-col gap-4">
      <ul className="grid gap-3 sm:grid-cols-2">
        {testTools.map((tool) => (
          <li key={tool} className="flex flex-col items-start gap-2 rounded-xl border border-line px-4 py-3">
            <button
              type="button"
              disabled={pending}
              aria-describedby={`${id}-${tool}`}
              onClick={() => void run(tool)}
              className="button-compact button-secondary"
            >
              {running === tool ? shellWords.working : words.tools[tool].name}
            </button>
            <p id={`${id}-${tool}`} className="caption">
              {words.tools[tool].help}
            </p>
          </li>
        ))}
      </ul>
      <div role="status">
        {error !== null && <Notice kind="bad">{errorText(error)}</Notice>}
        {done !== null && (
          <Notice kind="ok">
            {fill(words.done, { tool: words.tools[done.tool].name })}{" "}
            {done.txHash !== null && <ShortHex value={done.txHash} what={words.transaction} />}
          </Notice>
        )}
      </div>
    </div>
  );
}

/** Creates a test checkout, and selects it. */
export function NewTestCheckout({ projectId }: { projectId: string }) {
  const { act, pending, error } = useProjectAction(projectId, "createTestCheckout");
  const router = useRouter();
  const create = async () => {
    const made = await act({});
    if (made !== null)
      router.push(`/dashboard/projects/${projectId}/developers/test-tools?checkout=${made.checkoutId}`);
  };
  return (
    <>
      {/* Always mounted, so that screen readers announce changes; empty it leaves no gap. */}
      <p role="status" className="text-bad text-sm empty:-ms-2">
        {error && errorText(error)}
      </p>
      <button
        type="button"
        disabled={pending}
        onClick={() => void create()}
        className="button-compact button-primary"
      >
        <Plus className="size-4" aria-hidden="true" />
        {words.create}
      </button>
    </>
  );
}
