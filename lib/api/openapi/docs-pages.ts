import type { OpenApiDocument, PathOperation } from "./types";

/** An operation of the document with its address. */
export type DocumentedOperation = { method: "GET" | "POST"; path: string; operation: PathOperation };

/** Operations under one heading; `page` is the last part of their page's address. */
export type OperationGroup = {
  page: string;
  title: string;
  description: string;
  operations: readonly DocumentedOperation[];
};

/** The document's operations under its tags, in its order. */
export function operationGroups({ tags, paths }: OpenApiDocument): OperationGroup[] {
  const all = Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(post === undefined ? [] : [{ method: "POST", path, operation: post } as const]),
    ...(get === undefined ? [] : [{ method: "GET", path, operation: get } as const]),
  ]);
  return tags
    .map(({ name, description }) => ({
      page: name.toLowerCase().replace(/\W+/g, "-"),
      title: name,
      description,
      operations: all.filter(({ operation }) => operation.tags.includes(name)),
    }))
    .filter(({ operations }) => operations.length > 0);
}
