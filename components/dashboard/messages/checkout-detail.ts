import en from "./en/checkout-detail.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/checkout-detail.json";

export const { detail: detailWords } = inLanguages(en, ko);
