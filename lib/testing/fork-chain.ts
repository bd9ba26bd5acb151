import { startTestChain, type TestChain } from "./chain";

/** Another chain with the same blocks up to now: from here on the two are branches of one. */
export async function forkChain({ chainId, client }: TestChain): Promise<TestChain> {
  const fork = await startTestChain({ chainId });
  await fork.client.loadState({ state: await client.dumpState() });
  const [ours, theirs] = [await client.getBlock(), await fork.client.getBlock()];
  if (ours.hash !== theirs.hash)
    throw new Error(`the fork begins with ${theirs.hash} instead of ${ours.hash}`);
  return fork;
}
