import type { ApiKeyKind } from "@/lib/projects/api-key.rules";

/** The words of the pages about keys and origins. */
export const keyWords = {
  title: "Keys",
  description: "What your programs prove themselves with. A key is shown once, when it is made.",
  tabsLabel: "Keys and origins",
  tabs: { api: "API keys", server: "Security: server keys", origins: "Allowed origins" },
  reference: "API reference",
  kinds: {
    api: {
      title: "API keys",
      description:
        "An API key creates checkouts of this project and moves no money. What it can read depends on where you use it, in browsers or on your server: choose in the payment settings.",
      create: "Create API key",
      empty: "No API key is in force.",
    },
    server: {
      title: "Server keys",
      description:
        "For your backend alone. A server key reads every checkout, cancels, and asks for refunds: never put it into a page, an app or a repository.",
      create: "Create server key",
      empty: "No server key is in force.",
    },
  } satisfies Record<ApiKeyKind, object>,
  needsAdmin: "Server keys are made, rotated and revoked by admins and owners.",
  ended: "Ended keys",
  columns: {
    key: "Key",
    created: "Created",
    by: "Made by",
    used: "Last used",
    ends: "Ends",
    ended: "Ended",
    how: "How",
    actions: "",
  },
  operator: "Operator",
  goneAccount: "A closed account",
  left: "Left the project",
  never: "Never",
  noEnd: "When revoked",
  rotated: "Rotated",
  revoked: "Revoked",
  expired: "Expired",
  life: "Ends by itself",
  lifeHint: "A key that ends by itself does less harm when it is lost.",
  lives: (days: number | null) => (days === null ? "Never" : `After ${days} days`),
  made: "Your new key",
  madeKey: "key",
  done: "I have kept it",
  tryIt: "Create your first checkout with it:",
  snippet: "request",
  languages: { curl: "curl", typescript: "TypeScript" },
  languageLabel: "Language",
  rotate: "Rotate",
  rotateTitle: (key: string) => `Rotate ${key}`,
  rotateDescription: "You get a new key of the same kind. Decide what becomes of the old one.",
  oldKey: "The old key",
  overlap: { yes: "goes on for 24 hours", no: "ends at once" },
  overlapHint: "End it at once when others may know it.",
  revoke: "Revoke",
  revokeTitle: (key: string) => `Revoke ${key}?`,
  revokeDescription:
    "Whatever uses this key is refused from this moment on. That cannot be taken back; make a new key instead.",
  origins: {
    title: "Allowed origins",
    description:
      "Pages of these origins can show your payment page in a frame. If your API key is for browsers, they can also use it, and its checkouts can lead back to them.",
    column: "Origin",
    add: "Allow origin",
    label: "Origin",
    hint: "https:// and a host, such as https://shop.example. No path, no slash at the end, no wildcard.",
    placeholder: "https://shop.example",
    remove: "Remove",
    removeTitle: (origin: string) => `Remove ${origin}?`,
    removeDescription:
      "Its pages can use your keys no more, and the payment page in a frame stays empty there.",
    empty: "No origin is allowed",
    emptyHint:
      "Programs on servers need none. Allow the origin of your shop before its pages call with an API key or open the payment page in a dialog.",
  },
} as const;
