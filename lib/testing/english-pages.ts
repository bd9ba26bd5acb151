import { placeLanguage } from "@/lib/platform/i18n/dashboard-language.rules";

// Words of the dashboard have a language only where a page is drawn; outside of one they are English for tests.
placeLanguage(() => "en");
