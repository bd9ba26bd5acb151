import { route } from "@/lib/api/http/route";
import { serve } from "@/lib/api/http/serve";
import { refundActs } from "@/lib/refunds/refunds.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: serve(refundActs.listOfProject) });
