/** What can be made to happen to a checkout on a local chain. */
export const testTools = ["exact", "under", "over", "late", "wrong_chain", "reorg", "expire"] as const;

export type TestTool = (typeof testTools)[number];
