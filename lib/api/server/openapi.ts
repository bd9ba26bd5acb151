import { openApiDocument } from "@/lib/api/openapi/document";
import type { OpenApiDocument } from "@/lib/api/openapi/types";
import { version } from "@/package.json";

let made: OpenApiDocument | undefined;

/** The OpenAPI document of this version of the service; made once. */
export function openApi(): OpenApiDocument {
  made ??= openApiDocument(version);
  return made;
}
