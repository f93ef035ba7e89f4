import { z } from 'zod';
import type { Endpoint, UploadRule } from '@spora/contract/endpoint';
import { UNAUTHENTICATED } from '@spora/contract/envelope';
import { API_BASE, type Effect, effectOf, takesKey } from '@spora/contract/path';
import { PATHS } from '@spora/contract/paths';
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
  readonly components: Json;
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json;
  return rest;
};

/** The OpenAPI description of the interface, made from the contract alone. */
export function openApiOf(endpoints: readonly Endpoint[]): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    const [method, path] = PATHS[endpoint.id];
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(endpoint);
  }
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
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token that /login answers.' },
        apiToken: { type: 'http', scheme: 'bearer', description: 'An API token that an administrator made; begins with spora_.' },
      },
      schemas: { Failure: FAILURE },
    },
  };
}

const FAILURE: Json = {
  type: 'object',
  properties: {
    success: { const: false },
    errors: {
      anyOf: [
        { type: 'string' },
        { type: 'object', properties: { msg: { type: 'string' }, count: { type: 'integer' } }, required: ['msg', 'count'] },
        { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      ],
    },
    message: { type: 'string' },
  },
  required: ['success', 'errors'],
};

function operationOf(endpoint: Endpoint): Operation {
  const parameters = [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query'), ...headersOf(endpoint)];
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
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } } }
      : {}),
    responses: {
      200: { description: 'Done', content: contentOf(endpoint) },
      default: { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
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

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query'): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
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

function contentOf({ kind, data }: Endpoint): Json {
  const json: Json = {
    schema: {
      type: 'object',
      properties: { success: { const: true }, data: schemaOf(data, 'output') },
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
      return { 'text/event-stream': { schema: { type: 'string' } } };
  }
}
