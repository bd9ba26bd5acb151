import en from "@/components/dashboard/messages/en/account.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/account.json";

export const { account: accountWords } = inLanguages(en, ko);
