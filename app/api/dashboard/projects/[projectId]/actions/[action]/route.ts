import { tell, tellRefunds, tellSettlement } from "@/inngest/worker/tell";
import { projectAction } from "@/lib/api/dashboard/action-route";
import { route } from "@/lib/api/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: projectAction({ deliveries: tell, settlement: tellSettlement, refunds: tellRefunds }),
});
