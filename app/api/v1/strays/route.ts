import { route } from "@/lib/api/http/route";
import { serve } from "@/lib/api/http/serve";
import { strayActs } from "@/lib/strays/strays.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: serve(strayActs.list) });
