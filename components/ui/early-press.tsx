import { PressAgain } from "./press-again";

/**
 * What is pressed before the page's scripts run would be lost, and its reader left to wonder: the last such press, or
 * form sent by Enter, is kept, and done as soon as something can hear it. Links, and forms with an address to send to,
 * need none of this: they work without scripts.
 *
 * @property nonce by which its own script is let in
 */
export function EarlyPress({ nonce }: { nonce: string | undefined }) {
  return (
    <>
      <script
        nonce={nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours.
        dangerouslySetInnerHTML={{ __html: keepLastPress }}
      />
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
delete window.endEarlyPresses;
if(last?.eventPhase===0)return()=>{again(last);last=undefined}}
}`;
