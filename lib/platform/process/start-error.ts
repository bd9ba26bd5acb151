/** Why a local process could not start; the message names the remedy. */
export type StartErrorCode =
  | "ALREADY_RUNNING"
  | "DATA_DAMAGED"
  | "DATA_MISSING"
  | "DATA_MOVED"
  | "PERMISSION_DENIED"
  | "PORT_TAKEN"
  | "START_FAILED"
  | "UNSUPPORTED_PLATFORM";

/** A failed start that the operator can fix: `message` says how. */
export class StartError extends Error {
  override readonly name = "StartError";

  constructor(
    readonly code: StartErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Whether an error means that this user cannot write there: no permission, no space, or no folder. */
export function isUnusablePath(error: unknown): boolean {
  return ["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR"].includes(errorCode(error) ?? "");
}

/** @returns the same error, or the message to show when the operator has to fix `folder`. */
export function explainUnusablePath(error: unknown, folder: string): unknown {
  if (!isUnusablePath(error)) return error;
  return new StartError(
    "PERMISSION_DENIED",
    `${folder} cannot be used: ${error instanceof Error ? error.message : error}. Make it writable for this user, or remove it to start over.`,
    { cause: error },
  );
}

/** The `code` of a Node system error, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
