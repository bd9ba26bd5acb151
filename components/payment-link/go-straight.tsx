/**
 * Sends the form before it as soon as a person sees the page: a fixed price needs no press. Search engines, previews
 * of messages and prerendered pages create no checkout, because they don't run scripts, aren't visible, or say that
 * they are automated. A page that was reloaded or returned to keeps its button, so that going back leads back.
 */
export function GoStraight({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours.
      dangerouslySetInnerHTML={{ __html: goStraight }}
    />
  );
}

// Sent before the page is complete, the form takes its place in the browser's history.
const goStraight = `{
const form=document.currentScript.previousElementSibling;
let sent=navigator.webdriver||performance.getEntriesByType("navigation")[0]?.type!=="navigate";
const go=()=>{
if(sent||document.prerendering||document.visibilityState!=="visible")return;
sent=true;form.submit()};
document.addEventListener("prerenderingchange",go);
document.addEventListener("visibilitychange",go);
go()
}`;
