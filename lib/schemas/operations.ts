import type { Operation } from "./operations/operation";
import { projectOperations } from "./operations/project";
import { publicOperations } from "./operations/public";
import { refundLinkOperations } from "./operations/refund-links";
import { sdkOperations } from "./operations/sdk";
import { serverOperations } from "./operations/server";

/** Every operation of the API, by id. */
export const operations = {
  ...serverOperations,
  ...publicOperations,
  ...refundLinkOperations,
  ...projectOperations,
  ...sdkOperations,
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
