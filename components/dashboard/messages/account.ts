import en from "./en/account.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/account.json";

export const { account: accountWords } = inLanguages(en, ko);
