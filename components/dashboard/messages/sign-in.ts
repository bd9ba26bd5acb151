import en from "./en/sign-in.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/sign-in.json";

export const { signIn: signInWords } = inLanguages(en, ko);
