/** How a promise ended: the code of a refusal, else "done". Any other error goes on. */
export async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "done";
  } catch (error) {
    if (error instanceof Error && "code" in error && typeof error.code === "string" && "status" in error)
      return error.code;
    throw error;
  }
}
