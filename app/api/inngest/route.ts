import { inngest } from "@/inngest/client";
import { functions } from "@/inngest/functions";
import { createNetworkHandler } from "@/inngest/handler";
import { env } from "@/lib/server/env";

export const dynamic = "force-dynamic";

const handler = createNetworkHandler(inngest, functions, env().BASE_URL);

export { handler as GET, handler as POST, handler as PUT };
