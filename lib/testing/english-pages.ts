import { placeLanguage } from "@/lib/platform/i18n/language.rules";
import { placeTimeZone, utc } from "@/lib/platform/i18n/time-zone.rules";

// Pages have a language and a time zone only where one is drawn; outside of one they are English and UTC for tests.
placeLanguage(() => "en");
placeTimeZone(() => utc);
