import type { ReactNode } from "react";
import { PressAgain } from "./press-again";

/**
 * Wraps a whole page. Clicks before hydration would be lost: we keep the last such click, or form submitted by Enter,
 * and repeat it after hydration. Links, and forms with an action URL, work without scripts and need none of this.
 * Lazily loaded parts may hydrate later still.
 *
 * @property nonce allows its own script
 */
export function EarlyPress({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <>
      <KeepLastPress nonce={nonce} />
      {children}
      <PressAgain />
    </>
  );
}

/** The script alone, for a layout whose frames draw `PressAgain`: in a layout that would be one more request. */
export function KeepLastPress({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours.
      dangerouslySetInnerHTML={{ __html: keepLastPress }}
    />
  );
}

// For a click in progress React hydrates the page at once, and handles it.
const keepLastPress = `{
let last;
const press=(event)=>{last=event.target.closest?.("button[type=button]")?event:undefined};
const send=(event)=>{if(!event.target.hasAttribute("action")){event.preventDefault();last=event}};
const again=({target,submitter})=>target.requestSubmit?target.requestSubmit(submitter):target.closest("button").click();
addEventListener("click",press,true);
addEventListener("submit",send,true);
window.endEarlyPresses=()=>{
removeEventListener("click",press,true);
removeEventListener("submit",send,true);
window.endEarlyPresses=null;
if(last?.eventPhase===0)return()=>{again(last);last=undefined}}
}`;
