/** Next calls this once when the server starts: the settings are checked and the work begins. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  await import("@/lib/platform/process/connection-attempts.mjs");
  const { setFlagsFromString } = await import("node:v8");
  // Loaded modules stay, and V8 would take them for a reason to grow the young generation, by 60 MB with Node 24.
  setFlagsFromString("--semi-space-growth-factor=1");
  const { startWorkOrEnd } = await import("@/inngest/worker/start-work");
  const [
    { getAccounts },
    { announceSetup },
    { placeGuardOfPages },
    { env },
    { escapeConsole },
    { screenPublishedRequests },
  ] = await Promise.all([
    import("@/lib/api/wiring/accounts"),
    import("@/lib/operate/check-start"),
    import("@/lib/api/pages/page-guard"),
    import("@/lib/settings/env"),
    import("@/lib/platform/process/output"),
    import("@/lib/api/request-screen"),
  ]);
  screenPublishedRequests();
  await startWorkOrEnd();
  // Loaded only where it is used: nothing is slower without it.
  if (env().OTEL_EXPORTER_OTLP_ENDPOINT !== undefined)
    (await import("@/lib/operate/start-tracing")).startTracing();
  const dev = process.env.NODE_ENV !== "production";
  // From here on messages may repeat text of requests. In development a person reads them.
  if (!dev) escapeConsole(console);
  placeGuardOfPages(dev);
  await announceSetup(getAccounts());
  // V8's own factor: under load it grows as ever.
  setFlagsFromString("--semi-space-growth-factor=2");
}
