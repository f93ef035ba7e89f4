import type { OpenApi, Operation, Parameter } from './openapi.ts';

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ?? c);

const WHO: Record<string, string> = { public: 'everybody', user: 'signed in', admin: 'administrators', support: 'support staff' };

/** The interface to read, as one page without script: the content security policy allows none. */
export function docsPage(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path: `/api${path}`, method, operation })),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))];
  const sections = tags.map(
    (tag) => `<section><h2 id="${escape(tag)}">${escape(tag)}</h2>
${operations
  .filter(({ operation }) => operation.tags.includes(tag))
  .map(({ path, method, operation }) => operationDetails(path, method, operation))
  .join('\n')}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Spora: the interface</title><link rel="stylesheet" href="/docs.css"></head>
<body><header><h1>Spora: the interface</h1><p>${escape(String(document.info['description']))}</p>
<p>The same for programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Features">${tags.map((tag) => `<a href="#${escape(tag)}">${escape(tag)}</a>`).join(' ')}</nav></header>
<main>${sections.join('\n')}</main></body></html>`;
}

function operationDetails(path: string, method: string, operation: Operation): string {
  const answer = operation.responses['200']?.['content'] as Record<string, { schema?: unknown }> | undefined;
  return `<details id="${escape(operation.operationId)}"><summary><span class="method">${method.toUpperCase()}</span> <code>${escape(path)}</code> ${escape(operation.summary)}</summary>
<p>For: ${escape(WHO[operation['x-access']] ?? operation['x-access'])}</p>
${parameterTable(operation.parameters ?? [])}
${schemaBlock('Body', operation.requestBody?.content)}
${schemaBlock('Answer', answer)}
<h3>Refusals</h3><p>${operation['x-errors'].map((key) => `<code>${escape(key)}</code>`).join(' ')}</p></details>`;
}

function parameterTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: where, required, schema, description }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${where}</td><td>${required ? 'yes' : 'no'}</td><td>${description ? escape(description) : `<code>${escape(JSON.stringify(schema))}</code>`}</td></tr>`,
  );
  return `<table><thead><tr><th>Name</th><th>In</th><th>Required</th><th>What</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function schemaBlock(title: string, content: unknown): string {
  if (!content) return '';
  return Object.entries(content as Record<string, { schema?: unknown }>)
    .map(
      ([type, { schema }]) =>
        `<h3>${title} (${escape(type)})</h3><pre tabindex="0">${escape(JSON.stringify(schema, null, 2))}</pre>`,
    )
    .join('\n');
}

export const DOCS_STYLE = `:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem; }
nav a { margin-right: .75rem; }
details { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .5rem 0; }
summary { cursor: pointer; }
.method { display: inline-block; font-weight: 600; min-width: 4rem; }
h2 { margin-top: 2rem; }
h3 { font-size: 1rem; margin-bottom: .25rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); padding: .25rem .5rem; text-align: left; vertical-align: top; }
td code { overflow-wrap: anywhere; }
pre { background: color-mix(in srgb, currentColor 8%, transparent); max-height: 24rem; overflow: auto; padding: .75rem; }
`;
