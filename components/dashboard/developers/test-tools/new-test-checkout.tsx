"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { testToolWords as words } from "../../messages/test-tools";

/** Makes a checkout to be tried, and chooses it. */
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
      {/* Empty it leaves no gap, and is there to be heard. */}
      <p role="status" className="text-bad text-sm empty:-ms-2">
        {error?.message}
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
