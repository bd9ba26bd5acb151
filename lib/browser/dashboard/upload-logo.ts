import { type ApiAnswer, callApi } from "@/lib/browser/api";
import { minuteMs } from "@/lib/platform/durations.rules";

const timeoutMs = minuteMs;

/** Hands in a picture as it is. The service looks at what it shows, not at what it calls itself. */
export function uploadLogo(projectId: string, file: Blob): Promise<ApiAnswer<{ digest: string }>> {
  return callApi(`/api/dashboard/projects/${projectId}/logo`, {
    method: "PUT",
    headers: { "content-type": "application/octet-stream" },
    body: file,
    signal: AbortSignal.timeout(timeoutMs),
  });
}
