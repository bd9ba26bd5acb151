import type { ReactNode } from "react";
import { PressAgain } from "./press-again";

/**
 * Around all of a page. What is pressed before its scripts run would be lost, and its reader left to wonder: the last
 * such press, or form sent by Enter, is kept, and done as soon as the page hears. Links, and forms with an address to
 * send to, need none of this: they work without scripts. A part whose code is fetched by itself may hear later still.
 *
 * @property nonce by which its own script is let in
 */
export function EarlyPress({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <>
      <script
        nonce={nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours.
        dangerouslySetInnerHTML={{ __html: keepLastPress }}
      />
      {children}
      <PressAgain />
    </>
  );
}

// For a press that is under way React goes through the page at once, and hears it.
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
