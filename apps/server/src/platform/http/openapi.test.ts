import { defineEndpoint } from '@spora/contract/endpoint';
import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { WEBHOOK_EVENTS } from '@spora/contract/integrations/choices';
import { MEANT_IN_ANSWERS } from '@spora/contract/answer-meanings';
import { MEANT } from '@spora/contract/field-meanings';
import { WEBHOOK_CALLS, WEBHOOK_EXAMPLES } from '@spora/contract/integrations/webhook-calls';
import { INTERFACE_CHANGES } from '@spora/contract/interface-changes';
import { ENDPOINTS } from '@spora/contract/registry';
import { DOCS_SCRIPT, DOCS_STYLE } from './openapi-page-files.ts';
import { docsPage } from './openapi-page.ts';
import { bodySample, type NamedSchemas, type Schema } from './openapi-samples.ts';
import { openApiOf } from './openapi.ts';
import { RATES } from './rate.ts';
import { registerPages } from './pages.ts';

test('API-010: the committed openapi.json describes the contract as it is (npx vitest run openapi -u writes it anew)', async () => {
  await expect(`${JSON.stringify(openApiOf(ENDPOINTS), null, 2)}\n`).toMatchFileSnapshot('../../../openapi.json');
});

test('SEC-011: the page that shows it has no script but its one file, no inline style and nothing from elsewhere', () => {
  const page = docsPage(openApiOf(ENDPOINTS)).replace('<script src="/docs.js" defer></script>', '');
  expect(page).not.toMatch(/<script|<style|style=|https?:\/\/(?!www\.w3\.org)[^"]*"| on\w+=/i);
  for (const { summary } of ENDPOINTS) {
    const text = summary.replace(/ \([A-Z]+-\d+\)$/, '').replaceAll("'", '&#39;');
    expect(page).toContain(text.replace(/`([^`]+)`/g, '<code>$1</code>'));
  }
});

test('13-B6: the page is in one language, and shows no row of the specification and no name that only a program reads', () => {
  const page = docsPage(openApiOf(ENDPOINTS));
  expect(page).not.toMatch(/\([A-Z]+-\d{3}\)/);
  expect(page.match(/ lang="\w+"/g)).toEqual([' lang="en"']);
  expect(page).toMatch(/<details class="part calls" id="days-off"><summary><h2>Days off<\/h2>/);
});

test('13-B6: shapes have names, and every reference leads to one', () => {
  const document = openApiOf(ENDPOINTS);
  const text = JSON.stringify(document);
  const shapes = document.components['schemas'] as Record<string, unknown>;
  for (const name of ['Trip', 'UnitRow', 'User', 'Place', 'LatestPosition', 'ServicePlan'] as const)
    expect(Object.keys(shapes)).toContain(name);
  const refs = [...text.matchAll(/"\$ref":"#\/components\/(schemas|responses)\/(\w+)"/g)];
  expect(refs.length).toBeGreaterThan(500);
  for (const [, kind = '', name = ''] of refs) expect(Object.keys(document.components[kind] as object)).toContain(name);
  expect(text).not.toContain('$defs');
});

test('13-B6: a call tells its refusals by status, and the webhooks what they send', () => {
  const document = openApiOf(ENDPOINTS);
  for (const [path, methods] of Object.entries(document.paths))
    for (const { responses, ...operation } of Object.values(methods)) {
      expect(Object.keys(responses), path).toEqual(expect.arrayContaining(['200', '429', 'default']));
      expect('401' in responses, path).toBe(operation['x-access'] !== 'public');
    }
  expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS, 'test']);
});

test('13-B6: the page begins with a token, pages, limits and webhooks, and links every shape', () => {
  const page = docsPage(openApiOf(ENDPOINTS));
  for (const word of ['Bearer spora_', 'page_size', 'Retry-After', 'Idempotency-Key', 'webhook-signature', 'trip.finished'])
    expect(page).toContain(word);
  expect(
    page
      .match(/<pre[^>]*>curl[^<]*<\/pre>/g)
      ?.slice(0, 2)
      .map((example) => example.split(' \\\n').length),
  ).toEqual([1, 3]);
  const links = [...page.matchAll(/href="#(shape-\w+)"/g)].map(([, id = '']) => id);
  expect(links.length).toBeGreaterThan(100);
  for (const id of new Set(links)) expect(page).toContain(`id="${id}"`);
  expect(page).not.toContain('&quot;properties&quot;');
});

test('13-B6: the guide tells the limits that are in force, page 2 of a list, and a body of each webhook with what its fields mean', () => {
  const document = openApiOf(ENDPOINTS);
  const page = docsPage(document);
  const { token, account } = RATES;
  expect(page).toContain(`<tr><td>API token</td><td>${token.burst}</td><td>${token.perSecond}</td></tr>`);
  expect(page).toContain(`<td>${account.burst.toLocaleString('en')}</td><td>${account.perSecond}</td>`);
  expect(page).toContain('"page":2');
  for (const event of WEBHOOK_EVENTS) {
    expect(WEBHOOK_CALLS[event].parse(WEBHOOK_EXAMPLES[event])).toEqual(WEBHOOK_EXAMPLES[event]);
    expect(page).toContain(`&quot;type&quot;: &quot;${event}&quot;`);
  }
  const silent: string[] = [];
  const look = (name: string, { properties = {}, description }: WebhookSchema): void => {
    for (const [key, inner] of Object.entries(properties)) look(`${name}.${key}`, inner);
    if (Object.keys(properties).length === 0 && description === undefined && !name.startsWith('test')) silent.push(name);
  };
  for (const [event, { post }] of Object.entries(document.webhooks as unknown as Record<string, WebhookPost>))
    look(event, post.requestBody.content['application/json'].schema);
  expect(silent, 'to be given a meaning in the contract: .meta({ description, examples })').toEqual([]);
});
interface WebhookSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, WebhookSchema>>;
}
interface WebhookPost {
  readonly post: {
    readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: WebhookSchema } } };
  };
}

test('13-B6: nothing that is answered is left without a type, and keys of refusals are a closed list', () => {
  const { paths, components } = openApiOf(ENDPOINTS);
  const { ErrorKey, ...schemas } = components['schemas'] as Record<string, { enum?: string[] }>;
  expect(ErrorKey?.enum).toEqual(expect.arrayContaining(['TokenOnlyReads', 'TripNotFound', 'Unauthenticated']));
  const untyped: string[] = [];
  JSON.stringify([paths, schemas], (key, value: unknown) => {
    const isEmpty = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
    if (isEmpty && !['properties', 'additionalProperties', 'default'].includes(key)) untyped.push(key);
    return value;
  });
  expect(untyped).toEqual([]);
});

test('13-B6: the page tells how to generate a client, in the version that the tests run', () => {
  const page = docsPage(openApiOf(ENDPOINTS));
  const { devDependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  expect(page).toContain(`npx @hey-api/openapi-ts@${devDependencies['@hey-api/openapi-ts']} -i $SPORA/openapi.json`);
  expect(page).toContain('typed client for TypeScript');
});

test('13-B6: each call that a token may make can be tried from a terminal, and what changed is dated, newest first', () => {
  const document = openApiOf(ENDPOINTS);
  const page = docsPage(document);
  const open = Object.values(document.paths).flatMap((methods) => Object.values(methods).filter((each) => each['x-token']));
  expect(page.split('<h3>Try it</h3>')).toHaveLength(open.length + 1);
  expect(page).toContain('&quot;from&quot;:&quot;2026-11-01&quot;,&quot;to&quot;:&quot;2026-11-30&quot;');
  expect(page, 'each body has a form').not.toContain('-d &#39;&quot;...');
  const days = INTERFACE_CHANGES.map(({ on }) => on);
  expect(days).toEqual(days.toSorted().reverse());
  for (const { what } of INTERFACE_CHANGES) expect(page).toContain(what.replace(/`([^`]+)`/g, '<code>$1</code>').split(':')[0]);
});

test('13-B6: every parameter, and every field that a program may send, says what it means', () => {
  const { paths, components } = openApiOf(ENDPOINTS);
  const shapes = components['schemas'] as Record<string, BodySchema>;
  const silent: string[] = [];
  const used = new Set<string>();
  const look = (operationId: string, name: string, isTold: boolean): void => {
    const feature = operationId.split('.')[0] ?? '';
    const meant = [`${operationId}.${name}`, `${feature}.${name}`, name].find((each) => MEANT.includes(each));
    if (meant) used.add(meant);
    if (!isTold) silent.push(`${operationId} ${name}`);
  };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const { name, description } of operation.parameters ?? []) look(operation.operationId, name, Boolean(description));
    const body = operation.requestBody?.content['application/json'] as { schema: BodySchema } | undefined;
    const schema = body?.schema.$ref ? shapes[body.schema.$ref.split('/').at(-1) ?? ''] : body?.schema;
    for (const { properties = {} } of schema ? [schema, ...(schema.oneOf ?? [])] : [])
      for (const [name, { description }] of Object.entries(properties))
        look(operation.operationId, name, Boolean(description) || !operation['x-token']);
  }
  expect(silent, 'they lack .meta({ description }) or a line in field-meanings.ts').toEqual([]);
  expect(
    MEANT.filter((each) => !used.has(each)),
    'meanings of what no call has',
  ).toEqual([]);
});
test('13-B6: a field that says in the contract what it means, and what one is, needs no line in a list', () => {
  const query = z.object({ warmth: z.string().optional().meta({ description: 'How warm it is' }) });
  const body = z.object({ greeting: z.string().meta({ description: 'What is said', examples: ['Good morning'] }) });
  const endpoint = defineEndpoint({
    id: 'days-off.check',
    kind: 'json',
    access: 'admin',
    summary: 'Greet',
    query,
    body,
    data: z.object({}),
  });
  const [operation] = Object.values(openApiOf([endpoint]).paths).flatMap((methods) => Object.values(methods));
  expect(operation?.parameters).toContainEqual(expect.objectContaining({ name: 'warmth', description: 'How warm it is' }));
  const sent = operation?.requestBody?.content['application/json'] as { schema: Schema } | undefined;
  const schema = sent?.schema ?? {};
  expect(schema.properties?.['greeting']).toMatchObject({ description: 'What is said' });
  expect(bodySample('days-off.check', schema, {})).toEqual({ greeting: 'Good morning' });
});

test('13-B6: every field of a position, a unit on the map and a trip says what it means, and no meaning is left over', () => {
  const { paths, components } = openApiOf(ENDPOINTS);
  const shapes = components['schemas'] as Record<string, AnswerSchema>;
  const used = new Set<string>();
  const walk = ({ properties = {}, items, anyOf = [] }: AnswerSchema, shape?: string): void => {
    for (const [name, property] of Object.entries(properties)) {
      used.add(MEANT_IN_ANSWERS.includes(`${shape}.${name}`) ? `${shape}.${name}` : name);
      walk(property);
    }
    for (const each of [items ?? [], anyOf].flat()) walk(each);
  };
  for (const [name, shape] of Object.entries(shapes)) walk(shape, name);
  for (const { responses } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    walk(
      (responses['200']?.['content'] as { 'application/json'?: { schema: AnswerSchema } } | undefined)?.['application/json']
        ?.schema ?? {},
    );
  for (const name of ['LatestPosition', 'LiveUnit', 'HistoryPoint', 'HistoryStop', 'Trip'])
    for (const [field, { description }] of Object.entries(shapes[name]?.properties ?? {}))
      expect(description, `${name}.${field}`).toBeTruthy();
  expect(MEANT_IN_ANSWERS.filter((each) => !used.has(each))).toEqual([]);
});
interface AnswerSchema {
  readonly description?: string;
  readonly properties?: Record<string, AnswerSchema>;
  readonly items?: AnswerSchema;
  readonly anyOf?: AnswerSchema[];
}

interface BodySchema {
  readonly $ref?: string;
  readonly properties?: Record<string, { description?: string }>;
  readonly oneOf?: readonly BodySchema[];
}

test('13-B6: the index leads to every section and every call, and a call opens by its address', () => {
  const document = openApiOf(ENDPOINTS);
  const page = docsPage(document);
  const index = page.slice(page.indexOf('<nav'), page.indexOf('</nav>'));
  const leads = [...index.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
  for (const id of leads) expect(page).toContain(`id="${id}"`);
  for (const { operationId, tags } of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    expect(leads).toEqual(expect.arrayContaining([operationId, ...tags]));
  expect(() => new Script(DOCS_SCRIPT)).not.toThrow();
});

test('13-B6: the endpoints and schemas are folded by part, each with its number, so that the page is read in a few screens', () => {
  const document = openApiOf(ENDPOINTS);
  const page = docsPage(document);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const counts = new Map<string, number>();
  for (const tag of operations.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  for (const [tag, count] of counts)
    expect(page).toMatch(
      new RegExp(`<details class="part calls" id="${tag}"><summary><h2>[^<]+</h2> <span class="count">${count} endpoints?<`),
    );
  const schemas = Object.keys(document.components['schemas'] as object).length;
  expect(page).toContain(`<details class="part" id="shapes"><summary><h2>Schemas</h2> <span class="count">${schemas} schemas<`);
  expect(page, 'nothing is open but by who reads').not.toMatch(/<details[^>]* open/);
});

test('13-B6: a path breaks after its slashes; what the address leads to is unfolded with all that is around it', () => {
  const page = docsPage(openApiOf(ENDPOINTS));
  expect(page).toContain('<code>/<wbr>api/<wbr>v2/<wbr>user/<wbr>triplog/<wbr>generate</code>');
  expect(DOCS_SCRIPT).toMatch(/part = target\.closest\('details'\); part; part = part\.parentElement\.closest\('details'\)/);
});

test('the interface is described in the typeface of the product, which the server has at hand', async () => {
  expect(DOCS_STYLE).toMatch(/body \{[^}]*font: [^;]*'Geist Variable'/);
  const [, url] = /src: url\('([^']+)'\)/.exec(DOCS_STYLE) ?? [];
  expect(docsPage(openApiOf(ENDPOINTS))).toContain(`<link rel="preload" href="${url}" as="font"`);
  const app = fastify();
  registerPages(app, { endpoints: ENDPOINTS, metricsToken: undefined, db: undefined as never, pipeline: undefined as never });
  const answer = await app.inject({ url: url ?? '' });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'font/woff2']);
  expect(answer.rawPayload.subarray(0, 4).toString('ascii')).toBe('wOF2');
});

/** WCAG 2.2, of two colours written `#rrggbb`. */
const contrastOf = (a: string, b: string): number => {
  const light = (hex: string): number => {
    const [r = 0, g = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue + 0.05;
  };
  return Math.max(light(a), light(b)) / Math.min(light(a), light(b));
};

test('13-B6: the page has a head with a way back, and its many sections are folded into one control that a narrow window shows', () => {
  const page = docsPage(openApiOf(ENDPOINTS));
  expect(page).toMatch(/<header class="top"><a class="home" href="\/"><svg.*<\/svg>Spora<\/a>/);
  const nav = page.slice(page.indexOf('<nav'), page.indexOf('</nav>'));
  expect(nav).toMatch(/<details id="contents"><summary>Contents<\/summary>\s*<ul class="index">/);
  expect(nav.indexOf('href="#')).toBeGreaterThan(nav.indexOf('<summary>'));
  expect(DOCS_STYLE).toContain('#contents > summary { display: none; }');
});

test('13-B6: methods are told by colours that are read in light and dark', () => {
  const colours = (name: string): readonly [string, string] => {
    const [, light = '', dark = ''] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(DOCS_STYLE) ?? [];
    return [light, dark];
  };
  for (const [text, ground] of [
    ...['get', 'post', 'put', 'delete'].map((method) => [method, `${method}-soft`] as const),
    ['soft', 'ground'] as const,
    ['link', 'sunken'] as const,
  ])
    for (const theme of [0, 1] as const)
      expect(contrastOf(colours(text)[theme], colours(ground)[theme]), `${text} ${theme}`).toBeGreaterThan(4.5);
});

test('13-B6: the body that a call shows as an example is one that it takes, and changes something', () => {
  const document = openApiOf(ENDPOINTS);
  const named = document.components['schemas'] as NamedSchemas;
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const bodies = operations.flatMap(({ operationId, requestBody, ...operation }) => {
    const body = requestBody?.content['application/json'] as { schema: Schema } | undefined;
    return body && operation['x-token'] ? [[operationId, bodySample(operationId, body.schema, named)] as const] : [];
  });
  expect(bodies.length).toBeGreaterThan(100);
  for (const [id, body] of bodies) {
    const read = ENDPOINTS.find((endpoint) => endpoint.id === id)!.body!.safeParse(body);
    expect(read.error?.issues, id).toBeUndefined();
    expect(JSON.stringify(body), `${id}: a field lacks .meta({ examples })`).not.toMatch(/"\.\.\."|^\{\}$/);
  }
});
