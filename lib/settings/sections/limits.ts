import { z } from "zod";
import { help } from "../help";
import { wholeNumber } from "../values";

const perMinute = (preset: number, meaning: string) =>
  wholeNumber(1, 1_000_000_000).default(preset).register(help, { meaning });
const streams = (preset: number, meaning: string) =>
  wholeNumber(0, 100_000).default(preset).register(help, { meaning });

export const limitSettings = z.object({
  RATE_LIMIT_SERVER_PER_MINUTE: perMinute(
    1_000,
    "requests to the Server API per project; `projects limit` overrides it for one",
  ),
  RATE_LIMIT_PROJECT_PER_MINUTE: perMinute(100, "requests to the project-scoped API for each project"),
  RATE_LIMIT_PUBLIC_PER_MINUTE: perMinute(
    120,
    "requests without a server key, for each checkout and client address",
  ),
  RATE_LIMIT_PUBLIC_IP_PER_MINUTE: perMinute(300, "the same over all checkouts"),
  RATE_LIMIT_PAGE_PER_MINUTE: perMinute(
    300,
    "customers' pages for each client address; twice as many for the dashboard, four times for its prefetches",
  ),
  RATE_LIMIT_ACTION_PER_MINUTE: perMinute(
    10,
    "selections, signatures and hashes for each checkout and client address, ten times as many for each checkout; pictures and PDFs to draw, for each client address",
  ),
  RATE_LIMIT_FAILED_KEYS_PER_MINUTE: perMinute(30, "unknown keys, for each client address"),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: perMinute(10, "attempts to sign in, for each account"),
  RATE_LIMIT_SIGN_IN_IP_PER_MINUTE: perMinute(30, "the same for each client address"),
  LIVE_STREAMS_MAX: streams(
    5_000,
    "payment pages to which one process pushes changes, at most a quarter of the files that it may have open; further pages poll",
  ),
  LIVE_STREAMS_PER_ADDRESS: streams(60, "the same for each client address"),
});
