/** Why a local process could not start; each has one remedy, which the message names. */
export type StartErrorCode =
  | "ALREADY_RUNNING"
  | "DATA_DAMAGED"
  | "PERMISSION_DENIED"
  | "PORT_TAKEN"
  | "START_FAILED"
  | "UNSUPPORTED_PLATFORM";

/** A start that failed for a reason the operator can act on: `message` is a sentence that says how. */
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

/** Whether a file-system error means that this user may not do it. */
export function isPermissionError(error: unknown): boolean {
  return ["EACCES", "EPERM", "EROFS"].includes(errorCode(error) ?? "");
}

/** The `code` of a Node system error, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
