import { projectAction } from "@/lib/api/dashboard/action-route";
import { route } from "@/lib/api/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: projectAction,
});
