import en from "@/components/dashboard/messages/en/checkout-detail.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/checkout-detail.json";

export const { detail: detailWords } = inLanguages(en, ko);
