import { userInfo } from "node:os";
import { errorCode } from "./start-error";

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
