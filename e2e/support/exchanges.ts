import { runLog } from "./run-log";

/** A request to an operation and its answer. */
export type Exchange = {
  operationId: string;
  /** The operation's, with the names of its parameters. */
  path: string;
  /** The file of the test that sent it. */
  file: string;
  method: string;
  target: string;
  headers: Record<string, string>;
  /** Null without a body, and of one that is no text. */
  body: string | null;
  answer: { status: number; headers: Record<string, string>; text: string };
};

/** What the HTTP tests sent and received, kept for `e2e/judges`. */
export const exchanges = runLog<Exchange>("E2E_EXCHANGES");
