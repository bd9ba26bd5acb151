/** The words that every list of the dashboard has in common. */
export const listWords = {
  pager: "Pages of the list",
  previous: "Previous",
  newest: "Newest",
  next: "Next",
  /** An address that was kept, or whose rows are gone. */
  nothingOlder: "Nothing further back",
  nothingNewer: "Nothing newer",
  showNewest: "Show the newest",
  /** A filter that leaves nothing over. */
  noneFit: "No results",
  noneFitHint: "Try removing a filter.",
  showAll: "Clear all",
  /** What is rare, and was looked for among a bounded number. */
  noneSoFar: "Nothing so far",
  noneSoFarHint: "Only so much is looked through at once: the list goes on.",
  exportCsv: "Export CSV",
  exportHint: "The filtered list, newest first; at most 100,000 of it.",
  filter: "Filter",
  any: "Any",
  apply: "Apply",
  clear: "Clear",
} as const;
