import { type HttpTransport, http } from "viem";
import { minuteMs } from "@/lib/platform/values/time.rules";

/**
 * A node on this machine, asked each thing once and given long to answer: asked again, one that only stood still
 * would do a second time what changes the chain, or refuse it for its nonce.
 */
export const askOnce = (rpcUrl: string): HttpTransport => http(rpcUrl, { retryCount: 0, timeout: minuteMs });
