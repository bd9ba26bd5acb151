import { z } from "zod";
import { fault } from "@/lib/platform/faults/fault.rules";
import { redirectUrl, says, text } from "@/lib/platform/primitives.schema";
import {
  hasPairs,
  mapOrder,
  type Order,
  type OrderName,
  type OrderNameWith,
  type OrderValue,
  orderFields,
  orderNames,
} from "./order-fields.rules";

const pairs = z
  .record(text(40), text(500))
  .refine((value) => Object.keys(value).length <= 20, says(fault("fields.mostPairs", { most: 20 })))
  .meta({ maxProperties: 20 });

/** Nothing is cleaned from a name, which could make two of them one, and an e-mail program finds no link in it. */
const amountName = /^[\p{L}\p{N}\p{M}%.,()/&+-]+( [\p{L}\p{N}\p{M}%.,()/&+-]+)*$/u;

const amounts = z
  .record(
    text(40).refine(
      (name) => amountName.test(name) && !/\.\p{L}/u.test(name) && name === name.normalize("NFC"),
      says(fault("fields.plainCharacters")),
    ),
    z.string().max(64),
  )
  .refine((value) => Object.keys(value).length <= 10, says(fault("fields.mostAmounts", { most: 10 })))
  .meta({ maxProperties: 10 });

function inputOf(name: OrderName): z.ZodType {
  const field = orderFields[name];
  return inputSchema(field).optional().describe(field.description);
}

function inputSchema(field: (typeof orderFields)[OrderName]): z.ZodType {
  switch (field.kind) {
    case "text":
      return text(field.maxLength);
    case "url":
      return redirectUrl;
    case "pairs":
      return pairs;
    case "amounts":
      return amounts;
  }
}

/** In the body of a create. */
export const orderInput: { [Name in OrderName]: z.ZodOptional<z.ZodType<OrderValue<Name>>> } =
  mapOrder(inputOf);

/** Pairs and amounts that were not sent are an empty object. */
type Answer<Name extends OrderName> =
  OrderValue<Name> extends string ? string | null : Record<string, string>;

type Answers<Name extends OrderName> = { [Each in Name]: Answer<Each> };

type Shape<Name extends OrderName> = { [Each in Name]: z.ZodType<Answer<Each>> };

function answerSchema(name: OrderName): z.ZodType {
  const { description } = orderFields[name];
  const schema = hasPairs(name) ? z.record(z.string(), z.string()) : z.string().nullable();
  return schema.describe(description);
}

const unsent = (name: OrderName) => (hasPairs(name) ? {} : null);

function answerOf(order: Order, name: OrderName) {
  const value = order[name];
  return value === null ? unsent(name) : value;
}

/** In the Server API's answers. */
export const orderAnswer: Shape<OrderName> = mapOrder(answerSchema);

export function toOrderAnswer(order: Order): Answers<OrderName> {
  return mapOrder((name) => answerOf(order, name));
}

/** The same for a published API key: nothing that not everyone may see. */
export function toPublishedOrder(order: Order, isPaid: boolean): Answers<OrderName> {
  return mapOrder((name) => visibleAnswer(order, name, isPaid));
}

function visibleAnswer(order: Order, name: OrderName, isPaid: boolean) {
  const { audience } = orderFields[name];
  const isVisible = audience === "everyone" || (audience === "everyone once paid" && isPaid);
  return isVisible ? answerOf(order, name) : unsent(name);
}

type PublicName = Exclude<OrderName, OrderNameWith<{ audience: "nobody" }>>;

const publicNames = orderNames.filter((name) => orderFields[name].audience !== "nobody");

/** For everyone with the checkout's id. */
export const publicOrder: Shape<PublicName> = mapOrder((name) => {
  const { audience, description } = orderFields[name];
  const schema = answerSchema(name);
  return audience === "everyone" ? schema : schema.describe(`${description} Null until isPaid.`);
}, publicNames);

export function toPublicOrder(order: Order, isPaid: boolean): Answers<PublicName> {
  return mapOrder((name) => visibleAnswer(order, name, isPaid), publicNames);
}

type WebhookName = OrderNameWith<{ isInWebhooks: true }>;

const webhookNames = orderNames.filter((name) => orderFields[name].isInWebhooks);

/** In webhooks. */
export const webhookOrder: Shape<WebhookName> = mapOrder(answerSchema, webhookNames);

export function toWebhookOrder(order: Order): Answers<WebhookName> {
  return mapOrder((name) => answerOf(order, name), webhookNames);
}
