import type { Operation } from "@/lib/api/operations/operation";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import type { ConnectionRequest } from "./connection";
import type { ApiDocument } from "./document";

/** The answer that a request must get. */
export type Expected =
  | {
      kind: "success";
      status: number;
      paginated: boolean;
      repeats?: Readonly<Record<string, unknown>>;
      isReplay?: boolean;
    }
  | { kind: "refusal"; codes: readonly ErrorCode[]; param?: string; allow?: readonly string[] }
  /** Without a body: to HEAD, and to OPTIONS with the methods. */
  | { kind: "empty"; status: number; allow?: readonly string[]; isForEveryOrigin?: true | undefined }
  | { kind: "redirect"; location: string };

export type Row = { name: string; request: ConnectionRequest; expected: Expected };

/** A request that succeeds, before it has a form of the base address. */
export type GoodRequest = { target: string; headers: Readonly<Record<string, string>>; json?: unknown };

/** The deployment that is tested. */
export type Target = {
  document: ApiDocument;
  serverKey: string;
  /** Without one, rows that need an API key are left out. */
  apiKey: string | null;
  /** The project of the keys. */
  projectId: string;
  /** Another project's key, and its ids by the name of a path's parameter. */
  foreign: { apiKey: string; ids: Readonly<Record<string, string>> } | null;
  /** A service of the tests' own, which nothing stands before: large bodies and many checkouts don't matter. */
  isOwn: boolean;
  /** Of each table of bad values one in so many is sent. */
  oneIn: number;
  /** A new request each time: some succeed once only. Null where the deployment gives no safe one. */
  prepare(operation: Operation): Promise<GoodRequest | null>;
};
