import { route } from "@/lib/api/http/route";
import { serve } from "@/lib/api/http/serve";
import { paymentActs } from "@/lib/payments/payments.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: serve(paymentActs.redeem) });
