/** `npm test -- --full`: everything at full size, random runs with new seeds. */
export const isFull = process.env.FULL === "1";

/** The first seeds of a random test, `full` of them in `npm test -- --full`, or the one that SEED names. */
export function testSeeds(few: number, full: number): number[] {
  const { SEED } = process.env;
  if (SEED !== undefined) return [Number(SEED)];
  return Array.from({ length: isFull ? full : few }, (_, index) => index + 1);
}
