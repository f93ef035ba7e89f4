import { INTERFACE_CHANGES } from '@spora/contract/interface-changes';
import { WEBHOOK_RETRIES } from '@spora/contract/integrations/choices';
import { retryPausesS } from '../jobs/jobs.ts';
import type { OpenApi, Operation, Parameter } from './openapi.ts';
import { bodySample, type NamedSchemas, sampleOf, type Schema, SHAPE_REFERENCE } from './openapi-samples.ts';
import { type Rate, RATES } from './rate.ts';
import { VERIFY_IN_NODE, VERIFY_IN_PYTHON, WEBHOOK_REQUEST } from './webhook-guide.ts';

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ?? c);

const WHO: Record<string, string> = {
  public: 'anyone',
  user: 'signed-in users',
  admin: 'administrators',
  support: 'support staff',
  token: 'API tokens only',
};
const TOKENS: Record<string, string> = { read: 'any API token', write: 'API tokens with write access' };

/** The version that a test generates, compiles and runs a client with. */
const CLIENT_GENERATOR = '@hey-api/openapi-ts@0.99.0';

/** The product's mark; its colours come with the style. */
const MARK = `<svg viewBox="0 0 32 32" width="24" height="24" fill="none" stroke-width="3.6" stroke-linecap="round" aria-hidden="true"><path stroke="currentColor" d="M5 26.5c6.2 0 8.6-2.6 8.6-6.4 0-4.2-4.9-4.6-4.9-8.5C8.7 8.2 11.5 6 15.5 6c3 0 5.2.9 6.9 2.4"/><path stroke="currentColor" opacity=".5" d="M16.6 26.5h4.2c3.6 0 6.2-1.7 6.2-4.7"/><circle class="point" cx="25.2" cy="12.8" r="4.3"/></svg>`;

/** Numbers in the guide, in groups of three as everywhere in it. */
const inGroups = (count: number): string => count.toLocaleString('en');
const rateRow = (who: string, { burst, perSecond }: Rate): string =>
  `<tr><td>${who}</td><td>${inGroups(burst)}</td><td>${inGroups(perSecond)}</td></tr>`;

/** Each heading with an id, so that the contents and the search lead to it: `begin-rate-limits`. */
function withIds(guide: string): string {
  return guide.replaceAll(
    /<h3>(.*?)<\/h3>/g,
    (_, title: string) => `<h3 id="begin-${title.toLowerCase().replaceAll(' ', '-')}">${title}</h3>`,
  );
}

/** The headings within a part, as entries of the contents. */
const headingsOf = (part: string): string =>
  `<ul class="guide">${[...part.matchAll(/<h3 id="([^"]+)">(.*?)<\/h3>/g)].map(([, id, title]) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul>`;

/** How a program begins, before every call is listed. */
const GUIDE = withIds(`<section id="begin"><h2>Getting started</h2>
<h3>Token and authentication</h3>
<p>An administrator creates an API token under Account, Integrations. A token is shown once, is read-only or has write access, and expires.
Send it with every request. In the examples <code>$SPORA</code> stands for the address where you sign in.</p>
<pre tabindex="0">curl -H 'Authorization: Bearer spora_...' $SPORA/api/user/token</pre>
<p>This request returns what your token is allowed to do. Each endpoint in the reference says whether tokens can call it; the others require a signed-in user.</p>
<p>A token acts in the name of the administrator who created it. It sees what they see, except users, sign-ins and files, and is paused while they are not an administrator.</p>
<h3>Get the trips of a month</h3>
<pre tabindex="0">curl -H 'Authorization: Bearer spora_...' -H 'Content-Type: application/json' \\
  -d '{"from":"2026-11-01","to":"2026-11-30","page":1,"page_size":100}' \\
  $SPORA/api/v2/user/triplog/generate</pre>
<p>These are the trips of all units. For some of them, add <code>"imeis"</code>: a list of their trackers' numbers, which the latest positions include.</p>
<h3>Get the latest positions</h3>
<pre tabindex="0">curl -H 'Authorization: Bearer spora_...' $SPORA/api/user/realtime/positions</pre>
<h3>Responses</h3>
<p>A successful response is <code>{"success": true, "data": ...}</code>. A failed one has a status of 400 or above and is <code>{"success": false, "errors": ...}</code>,
where <code>errors</code> is an error key, <code>{"msg": key, "count": n}</code>, or, with status 422, a list of keys per field.
Error keys are stable; the messages that people see are not.</p>
<h3>Pagination</h3>
<p>Lists that can grow long are read by paging. Most accept <code>page</code>, from 1, and <code>page_size</code>. This is page 2 of the trips of a month:</p>
<pre tabindex="0">curl -H 'Authorization: Bearer spora_...' -H 'Content-Type: application/json' \\
  -d '{"from":"2026-11-01","to":"2026-11-30","page":2,"page_size":100}' \\
  $SPORA/api/v2/user/triplog/generate</pre>
<p>The response says where you are: <code>"page": {"number": 2, "size": 100, "count": 3}</code>, page 2 of 3. You are done when <code>number</code> equals <code>count</code>.</p>
<p>Logs, such as the audit log, begin with the newest. Send the last <code>id</code> you received as <code>before</code>, as long as <code>has_more</code> is true:</p>
<pre tabindex="0">curl -H 'Authorization: Bearer spora_...' "$SPORA/api/administration/audit?before=48213"</pre>
<h3>Dates and units</h3>
<p>Timestamps are ISO 8601 with an offset. Dates are <code>yyyy-MM-dd</code> in the account's time zone. Distances are in metres unless the name says km.</p>
<h3>Rate limits</h3>
<table class="small"><thead><tr><th>Counted per</th><th>At once</th><th>Then per second</th></tr></thead><tbody>
${rateRow('API token', RATES.token)}
${rateRow('Account, all its users and tokens', RATES.account)}
${rateRow('Network address', RATES.address)}</tbody></table>
<p>The allowance refills at the rate per second, up to what can be sent at once. Every response to a token tells what is left:</p>
<pre tabindex="0">RateLimit-Policy: "token";q=${RATES.token.burst};w=${RATES.token.burst / RATES.token.perSecond}
RateLimit: "token";r=87;t=7</pre>
<p>Here 87 requests can still be sent at once, and in 7 seconds all ${RATES.token.burst}. A few endpoints that send mail, make files or check a secret have lower limits of their own.
Requests over a limit get status 429 and are not carried out: wait the number of seconds in the <code>Retry-After</code> header, then send the request again.</p>
<h3>Safe retries</h3>
<p>Send a random <code>Idempotency-Key</code> header with each write. A retry with the same key returns the first response and changes nothing.</p>
<h3 id="client">Client libraries</h3>
<p>One command generates a typed client for TypeScript in the folder <code>spora</code>: a function per endpoint, a type per schema, and error keys as a closed list,
so that a mistyped key does not compile. Generators for other languages read the same <code>openapi.json</code>.</p>
<pre tabindex="0">npx ${CLIENT_GENERATOR} -i $SPORA/openapi.json -o spora</pre>
<pre tabindex="0">import { client } from './spora/client.gen.js';
import { tripsGenerate } from './spora/index.js';

client.setConfig({ baseUrl: SPORA + '/api', auth: () => 'spora_...' });
const { data, error } = await tripsGenerate({ body: { from: '2026-11-01', to: '2026-11-30', page: 1, page_size: 100 } });
if (error?.errors === 'TokenOnlyReads') console.error('this token is read-only');
for (const trip of data?.data.trips ?? []) console.log(trip.day, trip.unit_name, trip.distance_m);</pre></section>`);

/** The interface to read, as one page. It reads whole without its script, which filters, copies and marks where one is. */
export function docsPage(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path: `/api${path}`, method, operation })),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))];
  const named = document.components['schemas'] as Record<string, Schema>;
  const callsOf = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag));
  const sections = tags.map(
    (tag) => `<details class="part calls" id="${escape(tag)}">${partSummary(titleOf(tag), callsOf(tag).length, 'endpoint')}
${callsOf(tag)
  .map(({ path, method, operation }) => operationDetails(path, method, operation, named))
  .join('\n')}</details>`,
  );
  const shapes = Object.entries(named);
  const webhooks = webhooksSection(document);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="preload" href="/docs/geist.woff2" as="font" type="font/woff2" crossorigin>
<title>Spora API reference</title><meta name="description" content="How to read trips, follow vehicles and manage an account in Spora from your own programs."><link rel="stylesheet" href="/docs.css"><script src="/docs.js" defer></script></head>
<body><header class="top"><a class="home" href="/">${MARK}Spora</a><span>API reference</span><a class="back" href="/">Open Spora</a></header>
<nav aria-label="Contents"><p class="filter" hidden><label for="filter">Search the reference</label>
<input id="filter" type="search" role="combobox" aria-controls="hits" aria-expanded="false" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search: trips, webhook"><span id="found" role="status"></span></p>
<ol id="hits" role="listbox" aria-label="Found" hidden></ol>
<details id="contents"><summary>Contents</summary>
<ul class="index"><li><a href="#begin">Getting started</a>${headingsOf(GUIDE)}</li><li><a href="#webhooks">Webhooks</a>${headingsOf(webhooks)}</li>
${tags.map((tag) => indexEntry(tag, callsOf(tag))).join('\n')}
<li><a href="#shapes">Schemas</a></li><li><a href="#changes">Changelog</a></li></ul></details></nav>
<main><header><h1>Spora API</h1>
<p>Read trips, follow vehicles and manage your account from your own programs. Code generators can use <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1,
version ${escape(String(document.info['version']))}).</p></header>
${GUIDE}
${webhooks}
${sections.join('\n')}
<p id="nothing" hidden>Nothing here has all of these words. Try fewer words, or part of one.</p>
<details class="part" id="shapes">${partSummary('Schemas', shapes.length, 'schema')}
${shapes.map(([name, shape]) => `<details id="${shapeId(name)}"><summary><code>${escape(name)}</code></summary>${shapeTable(shape)}</details>`).join('\n')}
</details>
<section id="changes"><h2>Changelog</h2><dl>${changes()}</dl></section></main></body></html>`;
}

/** By day, as they were told. */
const changes = (): string =>
  [...Map.groupBy(INTERFACE_CHANGES, ({ on }) => on)]
    .map(([day, list]) => `<dt>${day}</dt>${list.map(({ what }) => `<dd>${told(what)}</dd>`).join('')}`)
    .join('');

/** A part that is folded: its calls are many, and its name and their number say whether to open it. */
const partSummary = (title: string, count: number, of: string): string =>
  `<summary><h2>${escape(title)}</h2> <span class="count">${count} ${of}${count === 1 ? '' : 's'}</span></summary>`;

/** A path that breaks after its slashes, and nowhere else as long as there is room. */
const pathCode = (path: string): string => `<code>${escape(path).replaceAll('/', '/<wbr>')}</code>`;

interface Call {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** A section in the index; its calls are shown while one reads in it. */
const indexEntry = (tag: string, calls: readonly Call[]): string => `<li><a href="#${escape(tag)}">${escape(titleOf(tag))}</a>
<ul>${calls
  .map(({ method, operation: { operationId } }) => {
    const [, verb = operationId] = operationId.split('.');
    return `<li><a href="#${escape(operationId)}"><span class="method ${method}">${method.toUpperCase()}</span> ${escape(verb)}</a></li>`;
  })
  .join('')}</ul></li>`;

/** `days-off` as a heading. */
const titleOf = (tag: string): string => {
  const words = tag.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
/** A row of the specification says nothing to who reads here. */
const withoutRow = (summary: string): string => summary.replace(/ \([A-Z]+-\d+\)$/, '');

function operationDetails(path: string, method: string, operation: Operation, named: NamedSchemas): string {
  const answer = operation.responses['200']?.['content'] as Content | undefined;
  const token = operation['x-token'];
  return `<details class="call" id="${escape(operation.operationId)}"><summary><span class="method ${method}">${method.toUpperCase()}</span> ${pathCode(path)} <span class="says">${told(withoutRow(operation.summary))}</span></summary>
<p><a class="link" href="#${escape(operation.operationId)}">${escape(operation.operationId)}</a> Available to ${escape(WHO[operation['x-access']] ?? operation['x-access'])}${token ? ` and ${TOKENS[token] ?? token}` : ''}.</p>
${parameterTable(operation.parameters ?? [])}
${schemaBlock('Request body', operation.requestBody?.content as Content | undefined)}
${token ? tryIt(path, method, operation, named) : ''}
${schemaBlock('Response', answer)}
${token ? exampleOf(answer, named) : ''}
<h3>Errors</h3><p>${operation['x-errors'].map((key) => `<code>${escape(key)}</code>`).join(' ')}</p></details>`;
}

/** The call as a line for a terminal, with what it cannot do without: put your own values in. */
function tryIt(path: string, method: string, operation: Operation, named: NamedSchemas): string {
  const parameters = operation.parameters ?? [];
  const filled = path.replace(/:(\w+)|\{(\w+)\}/g, (_, a?: string, b?: string) => `YOUR_${(a ?? b ?? '').toUpperCase()}`);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${String(sampleOf(schema, named))}`);
  const body = (operation.requestBody?.content as Content | undefined)?.['application/json']?.schema;
  const lines = [
    `curl -H 'Authorization: Bearer spora_...'${method === 'get' ? '' : ` -X ${method.toUpperCase()}`}`,
    ...(body
      ? [`  -H 'Content-Type: application/json'`, `  -d '${JSON.stringify(bodySample(operation.operationId, body, named))}'`]
      : []),
    `  "$SPORA${filled}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
  ];
  return `<h3>Try it</h3><pre tabindex="0">${escape(lines.join(' \\\n'))}</pre>`;
}

/** What comes back, as it looks: every field that is always there. */
function exampleOf(answer: Content | undefined, named: NamedSchemas): string {
  const schema = answer?.['application/json']?.schema;
  return schema
    ? `<h3>Example response</h3><pre tabindex="0">${escape(JSON.stringify(sampleOf(schema, named), null, 2))}</pre>`
    : '';
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** "20 s", "2.5 min", "6.1 h": a length with two digits. */
function briefly(seconds: number): string {
  const [each, unit] = seconds < MINUTE_S ? [1, 's'] : seconds < HOUR_S ? [MINUTE_S, 'min'] : [HOUR_S, 'h'];
  return `${Number((seconds / each).toPrecision(2))}\u00a0${unit}`;
}
/** How long it takes each time until an event is sent again. */
const RETRY_PAUSES = retryPausesS(1 + WEBHOOK_RETRIES).map(briefly);

function webhooksSection({ webhooks }: OpenApi): string {
  const calls = Object.entries(webhooks as Record<string, { post: { summary: string; requestBody: { content: Content } } }>);
  return `<section id="webhooks"><h2>Webhooks</h2>
<p>Spora sends a POST request to your URL when something happens, such as the end of a trip (<code>trip.finished</code>). An administrator adds the URL under Account, Integrations,
chooses its events and is shown the secret once. Nothing is sent about private trips, nor about alarms raised while a unit was in private use.</p>
<h3 id="webhook-retries">Responses and retries</h3>
<p>Respond with 2xx within ten seconds. Any other response, or none, is retried ${WEBHOOK_RETRIES} times over about ten hours: after
${RETRY_PAUSES.join(', ')}. An event that never got through stays in the log of the webhook, where an administrator sees it. The same
<code>webhook-id</code> can arrive more than once.</p>
<h3 id="webhook-request">What a request looks like</h3>
<pre class="wrapped" tabindex="0">POST /your/path HTTP/1.1
content-type: application/json
${escape(
  Object.entries(WEBHOOK_REQUEST.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n'),
)}

${escape(WEBHOOK_REQUEST.body)}</pre>
<table><thead><tr><th>Header</th><th>Description</th></tr></thead><tbody>
<tr><td><code>webhook-id</code></td><td>The same each time one event is sent to you: remember it to handle an event once</td></tr>
<tr><td><code>webhook-timestamp</code></td><td>When this request was sent, in seconds since 1970; a retry has its own</td></tr>
<tr><td><code>webhook-signature</code></td><td><code>v1,</code> and the signature</td></tr></tbody></table>
<h3 id="webhook-verify">Verify the signature</h3>
<p>Requests are signed as in Standard Webhooks, so any library for it verifies them. The signature is the base64 of an HMAC-SHA256 of
<code>webhook-id.webhook-timestamp.body</code>, keyed with the bytes that follow <code>whsec_</code> in the secret, decoded from base64. In Node:</p>
<pre tabindex="0">${escape(VERIFY_IN_NODE)}</pre>
<p>In Python:</p>
<pre tabindex="0">${escape(VERIFY_IN_PYTHON)}</pre>
<p>The request above is signed with <code>${escape(WEBHOOK_REQUEST.secret)}</code>. Try your code with it, but leave out the check of its age.</p>
<h3 id="webhook-events">Events</h3>
${calls
  .map(
    ([event, { post }]) =>
      `<details id="webhook-${escape(event)}"><summary><code>${escape(event)}</code> <span class="says">${told(post.summary)}</span></summary>${schemaBlock('Request body', post.requestBody.content)}
<h3>Example</h3><pre tabindex="0">${escape(JSON.stringify(post.requestBody.content['application/json']?.example, null, 2))}</pre></details>`,
  )
  .join('\n')}</section>`;
}

function parameterTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: where, required, schema, description }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${where}</td><td>${required ? 'yes' : 'no'}</td><td>${whatText(schema, description)}</td></tr>`,
  );
  return `<table class="parameters"><thead><tr><th>Name</th><th>In</th><th>Required</th><th>Description</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
/** The parts of JSON Schema that the contract makes. */
const shapeId = (name: string): string => `shape-${escape(name)}`;
const shapeLink = (ref: string): string => {
  const name = ref.slice(SHAPE_REFERENCE.length);
  return `<a href="#${shapeId(name)}">${escape(name)}</a>`;
};

function schemaBlock(title: string, content: Content | undefined): string {
  if (!content) return '';
  return Object.entries(content)
    .map(([type, { schema = {} }]) => {
      // Every answer has the same envelope; what counts is in `data`.
      const inner = title === 'Response' ? (schema.properties?.['data'] ?? schema) : schema;
      const isPlain = inner.properties === undefined;
      return `<h3>${title} (${escape(type)})</h3>${isPlain ? `<p>${typeText(inner)}</p>${nestedTable(inner)}` : shapeTable(inner)}`;
    })
    .join('\n');
}

/** Rows for each property, and for those of objects within that have no name of their own. */
function shapeTable(schema: Schema): string {
  const rows = rowsOf(schema, '');
  if (rows.length === 0) return `<p>${typeText(schema)}</p>`;
  return `<table><thead><tr><th>Name</th><th>Required</th><th>Description</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const nestedTable = (schema: Schema): string => (schema.items?.properties ? shapeTable(schema.items) : '');

function rowsOf(schema: Schema, before: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const isRequired = schema.required?.includes(name) ?? false;
    const inside = property.properties ? property : property.items?.properties ? property.items : undefined;
    const path = `${before}${name}${inside === property.items && inside ? '[]' : ''}`;
    return [
      `<tr><td><code>${escape(path)}</code></td><td>${isRequired ? 'yes' : 'no'}</td><td>${whatText(property, property.description)}</td></tr>`,
      ...(inside ? rowsOf(inside, `${path}.`) : []),
    ];
  });
}

/** Of several forms, one by what it holds. */
const choiceText = (schema: Schema): string =>
  schema.properties
    ? `{ ${Object.entries(schema.properties)
        .map(([name, property]) => `<code>${escape(name)}</code>: ${typeText(property)}`)
        .join(', ')} }`
    : typeText(schema);

/** What a field means, and what may stand there. */
const whatText = (schema: Schema, description: string | undefined): string =>
  description === undefined ? typeText(schema) : `${told(description)}<br><span class="limits">${typeText(schema)}</span>`;

/** Text with its `names` as code. */
const told = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** What may stand there, in a line. */
function typeText(schema: Schema): string {
  if (schema.$ref) return shapeLink(schema.$ref);
  if (schema.const !== undefined) return `<code>${escape(JSON.stringify(schema.const))}</code>`;
  if (schema.enum) return schema.enum.map((value) => `<code>${escape(JSON.stringify(value))}</code>`).join(' ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(choiceText).join(' or ');
  const type = [schema.type ?? 'anything'].flat();
  const words = type
    .map((each) => (each === 'array' ? `array of ${schema.items ? typeText(schema.items) : 'anything'}` : each))
    .join(' or ');
  return `${words}${limitsOf(schema)}`;
}

function limitsOf({ format, minimum, maximum, maxLength, maxItems, default: usual }: Schema): string {
  const isBounded = (value: number | undefined): value is number =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  const limits = [
    format,
    isBounded(minimum) ? `min ${minimum}` : undefined,
    isBounded(maximum) ? `max ${maximum}` : undefined,
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    maxItems === undefined ? undefined : `at most ${maxItems}`,
    usual === undefined ? undefined : `default ${JSON.stringify(usual)}`,
  ].filter((each) => each !== undefined);
  return limits.length > 0 ? ` <span class="limits">(${escape(limits.join(', '))})</span>` : '';
}
