import { longestWord } from "./longest-word";

/** More does not fit into one line of a phone at the size of a title. */
const mostAtDisplaySize = 15;

/** The heading of a screen: takes the focus when the screen changes. */
export function ScreenTitle({ children }: { children: string }) {
  const size = longestWord(children) > mostAtDisplaySize ? "text-long" : "text-display";
  return (
    <h1
      id="screen-title"
      tabIndex={-1}
      className={`wrap-anywhere text-balance font-semibold tracking-tight ${size}`}
    >
      {children}
    </h1>
  );
}
