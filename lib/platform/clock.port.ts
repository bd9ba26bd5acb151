/** The time; injected, so that tests decide what hour it is. */
export type Clock = { now(): Date };
