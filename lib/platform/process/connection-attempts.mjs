/**
 * Node tries the addresses of a host one after another, each for 250 ms. A host whose IPv4 address is 300 ms away, beside
 * an IPv6 address without a route, would never be reached. Imported once in each process: by `typescript.mjs`, and by
 * `instrumentation.ts` for a plain `next start`.
 */
import { getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";

/** Long enough for a far host whose first packet was lost, and under the time limit of every request. */
const attemptMs = 2_000;

// An operator may have set more, by --network-family-autoselection-attempt-timeout.
setDefaultAutoSelectFamilyAttemptTimeout(Math.max(attemptMs, getDefaultAutoSelectFamilyAttemptTimeout()));
