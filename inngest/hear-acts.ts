import "server-only";
import { getDeps } from "@/lib/api/deps";
import { tell, tellRefunds, tellSettlement } from "./tell";

// A development server begins anew after each change; only globalThis outlives that.
const slot = Symbol.for("stablecoin-checkout.act-listener");
type Holder = { [slot]?: { stop(): Promise<void> } };

/** From here on, what an owner does by a command beside this process is taken up at once and not by the minute. */
export async function hearActs(): Promise<void> {
  await stopHearingActs();
  (globalThis as Holder)[slot] = getDeps().listenForActs(wakeAll);
}

export async function stopHearingActs(): Promise<void> {
  await (globalThis as Holder)[slot]?.stop();
}

/** Acts are few and looks are cheap: nobody has to tell what it was. */
function wakeAll(): void {
  tell(1);
  for (const { chainId } of getDeps().chains) {
    tellSettlement(chainId);
    tellRefunds(chainId);
  }
}
