import en from "@/components/dashboard/messages/en/settlements.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/settlements.json";

export const { settlement: settlementWords, money: moneyWords } = inLanguages(en, ko);
