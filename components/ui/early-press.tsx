import { PressAgain } from "./press-again";

/**
 * What is pressed before the page's scripts run would be lost, and its reader left to wonder: the last such press is
 * kept, and done as soon as something can hear it. Links and forms need none of this, they work without scripts.
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

const keepLastPress = `{const early=({target})=>{window.earlyPress=target.closest?.("button[type=button]")};addEventListener("click",early,true);window.endEarlyPresses=()=>removeEventListener("click",early,true)}`;
