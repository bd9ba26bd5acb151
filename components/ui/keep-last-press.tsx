/**
 * The page's first script: it keeps the last press for `PressAgain`, and marks the document for styles that must hold
 * from the first frame on: `data-framed` in a shop's page, `data-wallet` where the browser is a wallet's. Once the page is
 * hydrated, `data-started` removes the line of `NotStarted`.
 *
 * The script alone, for a layout whose frames draw `PressAgain`. It stands in a file of its own: a layout that imports
 * `PressAgain`, even unused, costs each page one more request.
 */
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
const{dataset}=document.documentElement;
if(self!==top)dataset.framed="";
const mark=()=>{dataset.wallet=""};
if("ethereum"in self)mark();
addEventListener("eip6963:announceProvider",mark,{once:true});
dispatchEvent(new Event("eip6963:requestProvider"));
let last;
const press=(event)=>{last=event.target.closest?.("button[type=button]")?event:undefined};
const send=(event)=>{if(!event.target.hasAttribute("action")){event.preventDefault();last=event}};
const again=({target,submitter})=>target.requestSubmit?target.requestSubmit(submitter):target.closest("button").click();
addEventListener("click",press,true);
addEventListener("submit",send,true);
window.endEarlyPresses=()=>{
dataset.started="";
removeEventListener("click",press,true);
removeEventListener("submit",send,true);
window.endEarlyPresses=null;
if(last?.eventPhase===0)return()=>{again(last);last=undefined}}
}`;
