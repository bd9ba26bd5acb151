import type { PublicCheckoutView } from "@/lib/schemas/public-checkout";
import type { Messages } from "./messages/catalogue";

/** What every screen is given. */
export type ScreenProps = { view: PublicCheckoutView; t: Messages };
