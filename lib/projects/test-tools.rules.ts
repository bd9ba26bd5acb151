/** Events that the test tools can simulate for a checkout on a local chain. */
export const testTools = ["exact", "under", "over", "late", "wrong_chain", "reorg", "expire"] as const;

export type TestTool = (typeof testTools)[number];
