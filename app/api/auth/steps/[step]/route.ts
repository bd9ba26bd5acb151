import { entryStep } from "@/lib/api/auth/entry-route";
import { route } from "@/lib/api/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: entryStep });
