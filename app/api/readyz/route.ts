import { getDeps } from "@/lib/server/deps";
import { env } from "@/lib/server/env";
import { route } from "@/lib/server/http/route";
import { answerReadiness } from "@/lib/server/readiness-answer";
import { checkReadiness } from "@/lib/services/check-readiness";
import { createReadinessVerdict } from "@/lib/services/readiness-verdict";

export const dynamic = "force-dynamic";

const check = () => checkReadiness(getDeps());
let verdict: (() => Promise<boolean>) | undefined;

/** Whether the service can do its work: 503 while the database, a chain or the rates hold it up. Never limited. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: (request) => {
    verdict ??= createReadinessVerdict(getDeps().clock, check);
    return answerReadiness(request, { check, verdict, operatorToken: env().OPERATOR_TOKEN });
  },
});
