import { route } from "@/lib/api/http/route";
import { serve } from "@/lib/api/http/serve";
import { eventActs } from "@/lib/checkouts/views/events.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: serve(eventActs.get) });
