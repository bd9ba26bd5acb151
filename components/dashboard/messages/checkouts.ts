import en from "@/components/dashboard/messages/en/checkouts.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/checkouts.json";

export const { checkout: checkoutWords, newCheckout: newCheckoutWords } = inLanguages(en, ko);
