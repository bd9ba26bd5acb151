import { route } from "@/lib/api/http/route";
import { serve } from "@/lib/api/http/serve";
import { balanceActs } from "@/lib/payments/balances/balances.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: serve(balanceActs.get) });
