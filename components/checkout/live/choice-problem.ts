import type { LiveMessages } from "../messages/catalogue";

/** Why a token could not be chosen, by the error's code. */
export function choiceProblem(code: string, t: LiveMessages): string {
  switch (code) {
    case "EXCHANGE_RATE_UNAVAILABLE":
      return t.problemRate;
    case "CHECKOUT_NOT_SELECTABLE":
      return t.problemNotSelectable;
    case "NETWORK_LIMIT_REACHED":
      return t.problemNetwork;
    case "RATE_LIMIT_EXCEEDED":
      return t.problemBusy;
    case "UNREACHABLE":
      return t.serviceTrouble;
    default:
      return t.problemOther;
  }
}
