import checkouts from "@/components/dashboard/messages/en/checkouts.json";
import links from "@/components/dashboard/messages/en/links.json";
import checkoutsKo from "./ko/checkouts.json";
import linksKo from "./ko/links.json";
import { inLanguages } from "./text";

export const { checkout: checkoutWords, newCheckout: newCheckoutWords } = inLanguages(checkouts, checkoutsKo);

export const { link: linkWords } = inLanguages(links, linksKo);
