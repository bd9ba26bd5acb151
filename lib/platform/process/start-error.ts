import { userInfo } from "node:os";

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

/** Why this process can't use a file, and what to do about it; both without the full stop. */
export type FileFault = { says: string; todo: string };

type Explain = (file: string) => FileFault;

const notAllowed: Explain = (file) => ({
  says: `the user ${userName()} can't open ${file}`,
  todo: "let this user read it and pass the folders above it, with chown or chmod",
});

const causes: Readonly<Record<string, Explain>> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  ENOENT: (file) => ({ says: `there is no ${file}`, todo: "correct the path" }),
  ENOTDIR: (file) => ({ says: `a folder in ${file} is a file`, todo: "correct the path" }),
  EISDIR: (file) => ({ says: `${file} is a folder`, todo: "name a file" }),
  EEXIST: (file) => ({ says: `${file} exists already`, todo: "choose another name" }),
  EROFS: (file) => ({
    says: `${file} is on a read-only disk`,
    todo: "choose another place, or mount it writable",
  }),
  ENOSPC: (file) => ({ says: `the disk is full, so ${file} can't be written`, todo: "free some space" }),
};

/**
 * Null for an error that is not about a file.
 * @param file for errors of a folder that was read as a file: they don't name it
 */
export function fileFault(error: unknown, file?: string): FileFault | null {
  const code = errorCode(error);
  const named = error instanceof Error && "path" in error ? error.path : undefined;
  const isOfFile = typeof named === "string" ? !isOfProgram(error) : code === "EISDIR";
  if (code === undefined || !isOfFile) return null;
  return causes[code]?.(file ?? (typeof named === "string" ? named : "the file")) ?? null;
}

/** The same as one line. */
export function fileAdvice(error: unknown): string | null {
  const fault = fileFault(error);
  return fault === null ? null : [fault.says, fault.todo].map(toSentence).join(" ");
}

const toSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A program that can't be started has a path, too. */
function isOfProgram(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && String(error.syscall).startsWith("spawn");
}

/** A container's user often has a number only. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "of this process");
  }
}
