/** `npm test -- --full`: everything at full size, random runs with new seeds. */
export const isFull = process.env.FULL === "1";
