/** Next calls this once when the server starts: the settings are checked and the work begins. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startWorkOrEnd } = await import("./inngest/start-work");
  await startWorkOrEnd();
}
