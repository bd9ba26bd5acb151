import "server-only";
import { headers } from "next/headers";

/**
 * What a `<style>` or `<script>` written into the page needs to be let in by its Content-Security-Policy. It is
 * another for each answer, the router's refreshes included: such an element stands where React never makes it anew.
 * Undefined on a page made when the service is built.
 */
export async function pageNonce(): Promise<string | undefined> {
  return (await headers()).get("x-nonce") ?? undefined;
}
