import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { closedSchema, dereference, isObject, type JsonSchema, openSchema } from "./json-schema";

/** An operation as the service's own document describes it. */
export type DocumentedOperation = {
  operationId: string;
  method: string;
  path: string;
  /** JSON Schema of the body, without references; null when it takes none. */
  body: JsonSchema | null;
  bodyExamples: readonly unknown[];
  /** By name: the parameters of the query. */
  query: Readonly<Record<string, JsonSchema>>;
  responses: Readonly<Record<string, unknown>>;
};

/** An unparsed answer. */
export type RawAnswer = { status: number; headers: Headers; text: string };

export type ApiDocument = {
  operations: readonly DocumentedOperation[];
  /** The operation at this address (a path with or without `/api`, and perhaps a query). */
  find(method: string, target: string): DocumentedOperation | null;
  /** What of the answer stands outside the document; null when nothing does. */
  faultOf(operation: DocumentedOperation, answer: RawAnswer, isHead: boolean): string | null;
  /** The codes of the error answers with this status. */
  codesOf(operation: DocumentedOperation, status: number): readonly string[];
  /** Whether the document allows this JSON as the operation's body. */
  allowsBody(operation: DocumentedOperation, body: unknown): boolean;
};

const methods = ["get", "post", "put", "patch", "delete"];

/** Reads an OpenAPI 3.1 document, to check answers against it. @throws Error when it is not one */
export function readDocument(root: unknown): ApiDocument {
  if (!isObject(root) || !String(root.openapi).startsWith("3.1.") || !isObject(root.paths))
    throw new Error("this is no OpenAPI 3.1 document");
  const operations = Object.entries(root.paths).flatMap(([path, item]) => readPath(root, path, item));
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
  addFormats.default(ajv);
  const compiled = new Map<string, ValidateFunction>();
  // Errors and headers have the same schema in most operations.
  const compile = (schema: JsonSchema | boolean): ValidateFunction => {
    const text = JSON.stringify(schema);
    const known = compiled.get(text) ?? ajv.compile(schema);
    compiled.set(text, known);
    return known;
  };

  const responseOf = (operation: DocumentedOperation, status: number) => {
    const response = dereference(root, operation.responses[String(status)]);
    return isObject(response) ? response : null;
  };
  // Thousands of answers are held against a few hundred schemas: each is read once.
  const documentedBody = perStatus((operation, status) => {
    const response = responseOf(operation, status);
    const content = isObject(response?.content) ? response.content["application/json"] : undefined;
    if (!isObject(content) || content.schema === undefined) return null;
    const schema = closedSchema(root, content.schema);
    return { validate: compile(schema), codes: isObject(schema) ? codesIn(schema) : [] };
  });
  const documentedHeaders = perStatus((operation, status) => {
    const response = responseOf(operation, status);
    return Object.entries(isObject(response?.headers) ? response.headers : {}).flatMap(([name, given]) => {
      const header = dereference(root, given);
      if (!isObject(header)) return [];
      const schema = header.schema === undefined ? null : openSchema(root, header.schema);
      const isNumber = isObject(schema) && (schema.type === "integer" || schema.type === "number");
      return [
        {
          name,
          isNumber,
          isRequired: header.required === true,
          validate: schema === null ? null : compile(schema),
        },
      ];
    });
  });
  const requestBodies = new Map<string, ValidateFunction>();

  const bodyFault = (operation: DocumentedOperation, { status, text }: RawAnswer): string | null => {
    const documented = documentedBody(operation, status);
    if (documented === null) return "its body is not documented";
    const { validate, codes } = documented;
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return "its body is no JSON";
    }
    if (!validate(body)) return ajv.errorsText(validate.errors, { dataVar: "body" }).slice(0, 1_000);
    if (status < 400) return null;
    const code = errorCodeOf(body);
    if (codes.length === 0) return `the document names no codes for ${status}`;
    return code !== null && codes.includes(code)
      ? null
      : `its code ${code} is not one of ${codes.join(", ")}`;
  };

  const headersFault = (operation: DocumentedOperation, { status, headers }: RawAnswer): string | null => {
    for (const { name, isNumber, isRequired, validate } of documentedHeaders(operation, status)) {
      const value = headers.get(name);
      if (value === null && isRequired) return `the header ${name} is missing`;
      if (value === null || validate === null) continue;
      if (!validate(isNumber ? Number(value) : value))
        return `the header ${name}: ${value} ${ajv.errorsText(validate.errors, { dataVar: "" })}`;
    }
    return null;
  };

  return {
    operations,
    find: (method, target) => findOperation(operations, method, target),
    codesOf: (operation, status) => documentedBody(operation, status)?.codes ?? [],
    faultOf: (operation, answer, isHead) => {
      const response = responseOf(operation, answer.status);
      if (response === null) return `${answer.status} is not documented`;
      // A posted form is redirected, without a body.
      if (response.content === undefined) return headersFault(operation, answer);
      const type = answer.headers.get("content-type") ?? "";
      // A stream's messages are the text of anyone who follows it.
      if (isObject(response.content) && response.content[type] !== undefined && type !== "application/json")
        return headersFault(operation, answer);
      if (!/^application\/json\b/.test(type)) return `its content type is ${type}`;
      const body = isHead ? null : bodyFault(operation, answer);
      return body ?? headersFault(operation, answer);
    },
    allowsBody: (operation, body) => {
      if (operation.body === null) return true;
      const validate = requestBodies.get(operation.operationId) ?? compile(operation.body);
      requestBodies.set(operation.operationId, validate);
      return validate(body);
    },
  };
}

/** Reads what the document says of an operation's answers with a status when it is first asked for, and keeps it. */
function perStatus<T>(read: (operation: DocumentedOperation, status: number) => T) {
  const known = new Map<string, T>();
  return (operation: DocumentedOperation, status: number): T => {
    const key = `${operation.operationId} ${status}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = read(operation, status);
    known.set(key, made);
    return made;
  };
}

/** The error's code, where a body has one. */
export function errorCodeOf(body: unknown): string | null {
  const error = isObject(body) ? body.error : undefined;
  return isObject(error) && typeof error.code === "string" ? error.code : null;
}

function readPath(root: Record<string, unknown>, path: string, item: unknown): DocumentedOperation[] {
  if (!isObject(item)) return [];
  return methods.flatMap((method) => {
    const operation = item[method];
    if (!isObject(operation) || !isObject(operation.responses)) return [];
    const request = dereference(root, operation.requestBody);
    const content = isObject(request) && isObject(request.content) ? request.content : {};
    const media = content["application/json"];
    const body = isObject(media) ? openSchema(root, media.schema) : null;
    return [
      {
        operationId: String(operation.operationId),
        method: method.toUpperCase(),
        path,
        body: isObject(body) ? body : null,
        bodyExamples: isObject(media) ? examplesOf(root, media) : [],
        query: queryOf(root, [item.parameters, operation.parameters]),
        responses: operation.responses,
      },
    ];
  });
}

function examplesOf(root: unknown, media: Record<string, unknown>): unknown[] {
  const named = isObject(media.examples) ? Object.values(media.examples) : [];
  const values = named.map((example) => {
    const found = dereference(root, example);
    return isObject(found) ? found.value : undefined;
  });
  return [media.example, ...values].filter((value) => value !== undefined);
}

function queryOf(root: unknown, lists: readonly unknown[]): Record<string, JsonSchema> {
  const parameters = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  return Object.fromEntries(
    parameters.flatMap((given) => {
      const parameter = dereference(root, given);
      if (!isObject(parameter) || parameter.in !== "query") return [];
      const schema = openSchema(root, parameter.schema);
      return [[String(parameter.name), isObject(schema) ? schema : {}]];
    }),
  );
}

function findOperation(
  operations: readonly DocumentedOperation[],
  method: string,
  target: string,
): DocumentedOperation | null {
  const path = pathOf(target);
  if (path === null) return null;
  const wanted = method === "HEAD" ? "GET" : method;
  const fitting = operations.filter((each) => each.method === wanted && fits(each.path, path));
  // Literal paths come before paths with parameters.
  return fitting.toSorted((a, b) => places(a.path) - places(b.path))[0] ?? null;
}

/** The path as routed: without query, `/api` and dots; null when nothing can route it. */
function pathOf(target: string): string | null {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] ?? "";
  if (!path.startsWith("/") || path.includes("\\") || path.includes("//")) return null;
  try {
    if (decodeURIComponent(path).includes("\0")) return null;
  } catch {
    return null;
  }
  return new URL(path, "http://localhost").pathname.replace(/^\/api(?=\/)/, "");
}

function fits(template: string, path: string): boolean {
  const wanted = template.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith("{") ? given[at] !== "" : part === given[at]))
  );
}

const places = (path: string) => path.split("{").length;

/** The codes that the schema of an error answer allows, in all its branches. */
function codesIn(schema: JsonSchema): string[] {
  const found = new Set<string>();
  const visit = (value: unknown, inError: boolean) => {
    if (!isObject(value)) return;
    for (const word of ["allOf", "anyOf", "oneOf"] as const) {
      const branches = value[word];
      if (Array.isArray(branches)) for (const branch of branches) visit(branch, inError);
    }
    const properties = isObject(value.properties) ? value.properties : {};
    if (!inError) visit(properties.error, true);
    const code = inError && isObject(properties.code) ? properties.code : {};
    const listed = Array.isArray(code.enum) ? code.enum : [code.const];
    for (const each of listed) if (typeof each === "string") found.add(each);
  };
  visit(schema, false);
  return [...found];
}
