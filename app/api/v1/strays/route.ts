import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { cursorPage, placeIn } from "@/lib/platform/lists/cursor-pages.schema";
import { listStrays } from "@/lib/strays/list-strays";
import { strayCursors } from "@/lib/strays/stray.rules";
import { toStrayResource } from "@/lib/strays/stray.schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.listStrays, async (call) => {
    const { take } = call.query;
    const deps = getMerchant();
    const part = await listStrays(deps, keyAccess(call), placeIn(call.query), take);
    return cursorPage(part, take, strayCursors, (stray) => toStrayResource(stray, deps.chains));
  }),
});
