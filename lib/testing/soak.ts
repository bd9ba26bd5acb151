/** `npm run test:soak`: the same tests, by the hundred. */
export const isSoak = process.env.SOAK === "1";
