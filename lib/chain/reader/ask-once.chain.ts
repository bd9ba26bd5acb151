import { type HttpTransport, http } from "viem";
import { minuteMs } from "@/lib/platform/values/time.rules";

/**
 * A client for a node on this machine, without retries and with a long time limit: retrying a call that changes the
 * chain could apply it twice, or fail on its nonce.
 */
export const askOnce = (rpcUrl: string): HttpTransport => http(rpcUrl, { retryCount: 0, timeout: minuteMs });
