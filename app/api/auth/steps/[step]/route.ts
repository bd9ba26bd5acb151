import { entryStep } from "@/lib/server/auth/entry-route";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: entryStep });
