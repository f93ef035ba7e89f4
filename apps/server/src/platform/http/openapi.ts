import { z } from 'zod';
import type { Endpoint, UploadRule } from '@spora/contract/endpoint';
import { UNAUTHENTICATED } from '@spora/contract/envelope';
import { answerMeaningOf } from '@spora/contract/answer-meanings';
import { meaningOf } from '@spora/contract/field-meanings';
import { API_BASE, type Effect, effectOf, takesKey } from '@spora/contract/path';
import { WEBHOOK_RETRIES } from '@spora/contract/integrations/choices';
import { WEBHOOK_CALLS, WEBHOOK_EXAMPLES } from '@spora/contract/integrations/webhook-calls';
import { liveEvent } from '@spora/contract/live-event';
import { PATHS } from '@spora/contract/paths';
import { SHAPES } from '@spora/contract/registry';
import { declaredKeysOf } from './mount.ts';
import { tokenAccessOf } from './token-gate.ts';

type Json = Record<string, unknown>;

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Json };
  readonly responses: Record<string, Json>;
  readonly security?: readonly Json[];
  /** What it does: a call that reads changes nothing, also when it is sent by POST. */
  readonly 'x-effect': Effect;
  /** Who may call it. */
  readonly 'x-access': string;
  /** What an API token needs to call it; absent when none may. */
  readonly 'x-token'?: 'read' | 'write';
  /** The message keys it may be refused with. */
  readonly 'x-errors': readonly string[];
}
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Json;
}
export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly paths: Record<string, Record<string, Operation>>;
  /** What customers' own programs are called with, by what it tells. */
  readonly webhooks: Record<string, Json>;
  readonly components: Json;
}

type Io = 'input' | 'output';
const DEFS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/** Shapes by their names; one whose form differs when it is sent (what may be left out) has `Input` after its name there. */
class Shapes {
  readonly #named = z.registry<{ id: string }>();
  readonly #found = new Map<string, Json>();

  constructor(names: ReadonlyMap<string, z.ZodObject>) {
    for (const [name, shape] of names) this.#named.add(shape, { id: name });
    this.#isAlike = new Map(
      [...names].map(([name, shape]) => [
        name,
        JSON.stringify(this.#raw(shape, 'input')) === JSON.stringify(this.#raw(shape, 'output')),
      ]),
    );
  }
  readonly #isAlike: ReadonlyMap<string, boolean>;

  #raw(schema: z.ZodType, io: Io): Json {
    return z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      reused: 'inline',
      metadata: this.#named,
      // What a schema says of itself; names stand in a registry of their own.
      override: ({ zodSchema, jsonSchema }) => {
        const { description, examples } = z.globalRegistry.get(zodSchema) ?? {};
        if (description !== undefined) jsonSchema.description = description;
        if (Array.isArray(examples)) jsonSchema.examples = examples;
      },
    });
  }

  /** A schema whose named parts are references to the components. */
  of(schema: z.ZodType, io: Io): Json {
    const { $schema: _, $defs = {}, ...rest } = this.#raw(schema, io);
    for (const [name, def] of Object.entries($defs as Record<string, Json>))
      this.#found.set(this.#nameIn(name, io), this.#told(def, io));
    return this.#told(rest, io);
  }

  /** The body of a call, with what its fields mean; of a shape with a name, that stands with the shape. */
  bodyOf(schema: z.ZodType, endpointId: string): Json {
    const body = this.of(schema, 'input');
    if (typeof body['$ref'] !== 'string') return meant(body, endpointId);
    this.#sentTo.set(body['$ref'].slice(COMPONENTS.length), endpointId);
    return body;
  }
  readonly #sentTo = new Map<string, string>();

  /** All that was referred to so far, in the order of their names. */
  components(): Record<string, Json> {
    return Object.fromEntries(
      [...this.#found]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, shape]) => [name, answered(meant(shape, this.#sentTo.get(name)), name)]),
    );
  }

  #nameIn = (name: string, io: Io): string =>
    io === 'output' || this.#isAlike.get(name) || name.endsWith('Input') ? name : `${name}Input`;

  /** The same with references to where OpenAPI keeps shapes, and without the name that the converter writes into each. */
  #told(value: Json, io: Io): Json {
    return JSON.parse(
      JSON.stringify(value, (key, inner: unknown) => {
        if (key === 'id' && typeof inner === 'string' && this.#isAlike.has(inner)) return undefined;
        return key === '$ref' && typeof inner === 'string' && inner.startsWith(DEFS)
          ? `${COMPONENTS}${this.#nameIn(inner.slice(DEFS.length), io)}`
          : inner;
      }),
    ) as Json;
  }
}

/** The OpenAPI description of the interface, made from the contract alone. */
export function openApiOf(endpoints: readonly Endpoint[], names: ReadonlyMap<string, z.ZodObject> = SHAPES): OpenApi {
  const shapes = new Shapes(names);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    const [method, path] = PATHS[endpoint.id];
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(endpoint, shapes);
  }
  const webhooks = Object.fromEntries(
    Object.entries(WEBHOOK_CALLS).map(([event, call]) => [event, webhookOf(event as WebhookName, call, shapes)]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Spora',
      version: '1',
      description:
        'Answers are {success: true, data} or {success: false, errors}. `errors` is a message key, {msg, count}, or a list of keys per field (status 422). ' +
        `A session that is over answers 401 with message "${UNAUTHENTICATED}".`,
    },
    servers: [{ url: API_BASE }],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token that /login answers.' },
        apiToken: { type: 'http', scheme: 'bearer', description: 'An API token that an administrator made; begins with spora_.' },
      },
      responses: RESPONSES,
      schemas: { ErrorKey: errorKeyOf(endpoints), Failure: FAILURE, FieldFailure: FIELD_FAILURE, ...shapes.components() },
    },
  };
}

/** Every key that some call may be refused with, so that a program that compares with another does not compile. */
const errorKeyOf = (endpoints: readonly Endpoint[]): Json => ({
  type: 'string',
  enum: [...new Set(endpoints.flatMap((endpoint) => [...declaredKeysOf(endpoint)]))].sort(),
});
const ERROR_KEY: Json = { $ref: '#/components/schemas/ErrorKey' };

const FAILURE: Json = {
  type: 'object',
  properties: {
    success: { const: false },
    errors: {
      anyOf: [
        ERROR_KEY,
        { type: 'object', properties: { msg: ERROR_KEY, count: { type: 'integer' } }, required: ['msg', 'count'] },
        { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      ],
    },
    message: { type: 'string' },
  },
  required: ['success', 'errors'],
};

const FIELD_FAILURE: Json = {
  type: 'object',
  properties: {
    success: { const: false },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
  required: ['success', 'errors'],
};

const refused = (description: string, schema = 'Failure'): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});
/** What a call may be refused with beside what it names in `x-errors`. */
const RESPONSES: Readonly<Record<string, Json>> = {
  Unauthenticated: refused('The session or token is over, or there is none.'),
  Forbidden: refused('Who calls may not do this.'),
  Invalid: refused('Something that was sent is wrong: message keys by field.', 'FieldFailure'),
  TooMany: {
    ...refused('Too many calls. `Retry-After` says after how many seconds another makes sense.'),
    headers: { 'Retry-After': { schema: { type: 'integer' } } },
  },
  Refused: refused('Refused for a reason that `x-errors` names; 404 when what was named is not there, else mostly 409.'),
};
const responseOf = (name: keyof typeof RESPONSES): Json => ({ $ref: `#/components/responses/${name}` });

type WebhookName = keyof typeof WEBHOOK_CALLS;

/** When each call is made. */
const WEBHOOKS_SAY: Readonly<Record<WebhookName, string>> = {
  'trip.finished': 'A trip has ended, or late data has changed one that had; private trips are never sent',
  'command.acknowledged': 'A tracker has carried out a command',
  'command.failed': 'A command was refused by the tracker, went unanswered, or was never sent',
  'service.due': 'Service or an inspection is due soon, or overdue',
  'alarm.raised': 'An alarm was raised that receivers are told of; alarms during private use are never sent',
  'zone.crossed': 'A unit left or entered one of its zones; nothing is sent of private use',
  'mode.changed': 'A tracker has confirmed how often it reports from now on',
  'booking.made': 'A vehicle was booked or asked for; its `state` says which',
  'booking.changed': 'A booking was changed, approved, refused, released or given back',
  'booking.deleted': 'A booking was deleted, also one whose driver can no longer take it',
  test: 'Somebody tries the address',
};

/** What is sent to a customer's own program; it answers 2xx within ten seconds. */
const webhookOf = (event: WebhookName, call: z.ZodType, shapes: Shapes): Json => ({
  post: {
    operationId: `webhook.${event}`,
    summary: WEBHOOKS_SAY[event],
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: shapes.of(call, 'output'), example: WEBHOOK_EXAMPLES[event] } },
    },
    responses: { 200: { description: `Taken; anything but 2xx is tried again, ${WEBHOOK_RETRIES} times over about ten hours` } },
  },
});

function operationOf(endpoint: Endpoint, shapes: Shapes): Operation {
  const parameters = [
    ...parametersOf(endpoint, 'path', shapes),
    ...parametersOf(endpoint, 'query', shapes),
    ...headersOf(endpoint),
  ];
  const takesInput = endpoint.body !== undefined || endpoint.query !== undefined || endpoint.params !== undefined;
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.id.split('.')[0] ?? ''],
    'x-effect': effectOf(PATHS[endpoint.id]),
    'x-access': endpoint.access,
    ...tokenOf(endpoint),
    'x-errors': [...declaredKeysOf(endpoint)].sort(),
    ...(endpoint.access === 'public' ? {} : { security: securityOf(endpoint) }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.upload ? { requestBody: { required: true, content: uploadOf(endpoint.upload) } } : {}),
    ...(endpoint.body
      ? {
          requestBody: { required: true, content: { 'application/json': { schema: shapes.bodyOf(endpoint.body, endpoint.id) } } },
        }
      : {}),
    responses: {
      200: { description: 'Done', content: contentOf(endpoint, shapes) },
      ...(endpoint.access === 'public' ? {} : { 401: responseOf('Unauthenticated'), 403: responseOf('Forbidden') }),
      ...(takesInput ? { 422: responseOf('Invalid') } : {}),
      429: responseOf('TooMany'),
      default: responseOf('Refused'),
    },
  };
}

const tokenOf = (endpoint: Endpoint): Pick<Operation, 'x-token'> => {
  const access = tokenAccessOf(endpoint);
  return access === 'shut' ? {} : { 'x-token': access };
};

const securityOf = (endpoint: Endpoint): Json[] =>
  endpoint.access === 'token'
    ? [{ apiToken: [] }]
    : tokenAccessOf(endpoint) === 'shut'
      ? [{ session: [] }]
      : [{ session: [] }, { apiToken: [] }];

const uploadOf = ({ types, maxBytes }: UploadRule): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary', maxLength: maxBytes } }]));

/** The schema of a body, with what its fields mean in the call. */
function meant(schema: Json, endpointId: string | undefined): Json {
  if (endpointId === undefined) return schema;
  const { properties, oneOf, anyOf } = schema as { properties?: Record<string, Json>; oneOf?: Json[]; anyOf?: Json[] };
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, { ...described(endpointId, name), ...property }]),
      ),
    }),
    ...(oneOf && { oneOf: oneOf.map((each) => meant(each, endpointId)) }),
    ...(anyOf && { anyOf: anyOf.map((each) => meant(each, endpointId)) }),
  };
}

/** The schema of an answer, or of a shape, with what its fields mean; what a schema says of itself stays. */
function answered(schema: Json, shape?: string): Json {
  const { properties, items, anyOf } = schema as { properties?: Record<string, Json>; items?: Json; anyOf?: Json[] };
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => {
          const description = answerMeaningOf(shape, name);
          return [name, { ...(description === undefined ? {} : { description }), ...answered(property) }];
        }),
      ),
    }),
    ...(items && { items: answered(items) }),
    ...(anyOf && { anyOf: anyOf.map((each) => answered(each)) }),
  };
}

function described(endpointId: string, name: string): { description?: string } {
  const description = meaningOf(endpointId, name);
  return description === undefined ? {} : { description };
}

function parametersOf(endpoint: Endpoint, where: 'path' | 'query', shapes: Shapes): Parameter[] {
  const schema = where === 'path' ? endpoint.params : endpoint.query;
  if (!schema) return [];
  const { properties = {}, required = [] } = shapes.of(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(typeof property['description'] === 'string' ? { description: property['description'] } : described(endpoint.id, name)),
    schema: property,
  }));
}

function headersOf({ id, access, kind }: Endpoint): Parameter[] {
  const headers: [string, string][] = [];
  if (access !== 'public' && takesKey(PATHS[id]))
    headers.push(['Idempotency-Key', 'A random id of this write: a repeat with the same id gets the first answer']);
  if (kind === 'stream') headers.push(['Last-Event-ID', 'Continue after this event; older than five minutes: a `reload` event']);
  return headers.map(([name, description]) => ({ name, in: 'header', required: false, description, schema: { type: 'string' } }));
}

const LIVE_KINDS = liveEvent.options.map(({ shape: { kind } }) => `\`${kind.value}\``).join(', ');
const TOLD_LIVE = `The \`data\` of each event is JSON with its \`kind\`: ${LIVE_KINDS}. A \`position\` has the \`units\` as they are now; the others say at most of which \`unit_id\` something changed, which is asked for by its own calls. More kinds may come: leave alone those that you do not know.`;

function contentOf({ kind, data }: Endpoint, shapes: Shapes): Json {
  const json: Json = {
    schema: {
      type: 'object',
      properties: { success: { const: true }, data: answered(shapes.of(data, 'output')) },
      required: ['success', 'data'],
    },
  };
  switch (kind) {
    case 'json':
      return { 'application/json': json };
    case 'packed':
      return { 'application/json': json, 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
    case 'file':
      return { '*/*': { schema: { type: 'string', format: 'binary' } } };
    case 'stream':
      return { 'text/event-stream': { schema: { type: 'string', description: TOLD_LIVE } } };
  }
}
