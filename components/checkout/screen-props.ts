import type { PublicCheckoutView } from "@/lib/checkouts/public-checkout.schema";
import type { Messages } from "./messages/catalogue";

/** What every screen is given. */
export type ScreenProps = { view: PublicCheckoutView; t: Messages };
