/** The words of pages that could not be drawn, and of waiting for one. */
export const troubleWords = {
  loading: "Loading…",
  title: "This page could not be shown",
  text: "Nothing was changed by that. It may work in a moment; should it stay like this, tell the operator what stands below.",
  reference: "Reference",
  tryAgain: "Try again",
  projects: "To your projects",
} as const;
