import { route } from "@/lib/api/http/route";
import { serve } from "@/lib/api/http/serve";
import { settlementActs } from "@/lib/settlement/settlements.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: serve(settlementActs.get) });
