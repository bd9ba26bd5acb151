import type { Operation } from "@/lib/api/operations/operation";
import { projectOperations } from "@/lib/api/operations/project";
import { publicOperations } from "@/lib/api/operations/public";
import { refundLinkOperations } from "@/lib/api/operations/refund-links";
import { sdkOperations } from "@/lib/api/operations/sdk";
import { serverOperations } from "@/lib/api/operations/server";

/** Every operation of the API, by id. */
export const operations = {
  ...serverOperations,
  ...publicOperations,
  ...refundLinkOperations,
  ...projectOperations,
  ...sdkOperations,
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
